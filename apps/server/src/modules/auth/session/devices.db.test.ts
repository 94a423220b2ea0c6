import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { openSessionTestbed, type SessionTestbed } from '../../../../test/session-testbed.ts';
import { listSessions } from './list-sessions.ts';
import { revokeOtherSessions, revokeSession } from './revoke-sessions.ts';
import { endSession } from './session.store.ts';
import { startSession } from './start-session.ts';

let testbed: SessionTestbed;

beforeAll(async () => {
  testbed = await openSessionTestbed();
});

const newKey = () => randomBytes(32).toString('base64url');
const isKnown = async (token: string) => (await testbed.findCaller(token)) !== undefined;

describe('a device', () => {
  it('given a user’s first device, when it logs in, then no notice is sent; a second one causes one, once', async () => {
    const userId = await testbed.newUser();
    const phone = newKey();
    const laptop = newKey();
    const isNewOn = async (key?: string) => (await testbed.logIn(userId, key)).isNewDevice;
    expect([await isNewOn(phone), await isNewOn(phone)]).toEqual([false, false]);
    expect([await isNewOn(laptop), await isNewOn(laptop), await isNewOn(phone)]).toEqual([true, false, false]);
    expect([await isNewOn(), await isNewOn()]).toEqual([true, true]);
  });

  it('given another user’s key, when it is sent, then it is a separate device, and no key is stored', async () => {
    const key = newKey();
    const one = await testbed.newUser();
    const other = await testbed.newUser();
    await testbed.logIn(one, key);
    await testbed.logIn(other, newKey());
    expect((await testbed.logIn(other, key)).isNewDevice).toBe(true);
    const { rows } = await testbed.root.query(`select *, encode(key_hash, 'escape') as escaped from device`);
    expect(JSON.stringify(rows)).not.toContain(key);
  });

  it('given ten logins with one new key at once, when they end, then it is one device with one notice', async () => {
    const userId = await testbed.newUser();
    await testbed.logIn(userId, newKey());
    const key = newKey();
    const started = await Promise.all(Array.from({ length: 10 }, () => testbed.logIn(userId, key)));
    expect(started.filter(({ isNewDevice }) => isNewDevice)).toHaveLength(1);
  });

  it('given a session that replaces another, when it starts, then it keeps the device and login time', async () => {
    const userId = await testbed.newUser();
    const { caller } = await testbed.open(userId);
    const followed = await testbed.transact(async (tx) => {
      const follows = (await endSession(tx, caller.sessionId, userId))!;
      return await startSession(tx, testbed, { userId, mode: 'demo', ip: '', userAgent: 'other', follows });
    });
    expect(followed.isNewDevice).toBe(false);
    const { rows } = await testbed.root.query(
      `select count(distinct device_id)::int as devices, count(distinct date_trunc('milliseconds', signed_in_at))::int as logins,
              count(*)::int as sessions from session where user_id = $1`,
      [userId],
    );
    expect(rows).toEqual([{ devices: 1, logins: 1, sessions: 2 }]);
  });
});

describe('session list', () => {
  it('shows where an account is logged in, newest first, and no other user’s sessions', async () => {
    const userId = await testbed.newUser();
    const first = await testbed.open(userId);
    const second = await testbed.open(userId);
    await testbed.open(await testbed.newUser());
    const ended = await testbed.open(userId);
    await revokeSession(testbed, first.caller, ended.caller.sessionId);
    const { list } = await listSessions(testbed, first.caller);
    expect(list.map(({ id, is_current }) => [id, is_current])).toEqual([
      [second.caller.sessionId, false],
      [first.caller.sessionId, true],
    ]);
    expect(list[0]).toMatchObject({ ip: '10.0.0.1', user_agent: 'test', signed_in_at: expect.any(Number) });
  });

  it('given one of the user’s sessions, when it is revoked, then its token is invalid and the others live', async () => {
    const userId = await testbed.newUser();
    const mine = await testbed.open(userId);
    const stolen = await testbed.open(userId);
    await revokeSession(testbed, mine.caller, stolen.caller.sessionId);
    expect([await isKnown(mine.token), await isKnown(stolen.token)]).toEqual([true, false]);
  });

  it('given another user’s session, an ended one or none, when it is revoked, then it is not found and nothing ends', async () => {
    const mine = await testbed.open(await testbed.newUser());
    const theirs = await testbed.open(await testbed.newUser());
    const ended = await testbed.open(mine.caller.userId);
    await revokeSession(testbed, mine.caller, ended.caller.sessionId);
    for (const id of [theirs.caller.sessionId, ended.caller.sessionId, 1n, -1n, 2n ** 63n - 1n])
      await expect(revokeSession(testbed, mine.caller, id)).rejects.toThrow('not_found');
    expect([await isKnown(mine.token), await isKnown(theirs.token)]).toEqual([true, true]);
  });

  it('given four sessions, when one ends the others, then three ended, it stays, and other users’ stay', async () => {
    const userId = await testbed.newUser();
    const other = await testbed.open(await testbed.newUser());
    const opened = [];
    for (let n = 0; n < 4; n++) opened.push(await testbed.open(userId));
    expect(await revokeOtherSessions(testbed, opened[1]!.caller)).toEqual({ ended: 3 });
    expect(await revokeOtherSessions(testbed, opened[1]!.caller)).toEqual({ ended: 0 });
    const known = await Promise.all([...opened, other].map(({ token }) => isKnown(token)));
    expect(known).toEqual([false, true, false, false, true]);
  });
});
