import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openSessionTestbed, type SessionTestbed } from '../../../../test/session-testbed.ts';
import { sweepAuth } from '../code/sweep.ts';
import { createFindCaller } from './find-caller.ts';
import { logout } from './logout.ts';
import { notifyReusedToken } from './notify-reused-token.ts';

let testbed: SessionTestbed;

beforeAll(async () => {
  testbed = await openSessionTestbed();
});
beforeEach(() => testbed.setClock('0'));

const newToken = async () => (await testbed.logIn(await testbed.newUser())).token;
/** Looks a token up as a request does, and returns whether it was accepted. */
const isKnown = async (token: string) => (await testbed.findCaller(token)) !== undefined;
/** Returns the successor that a request with this token receives; there must be one. */
async function nextOf(token: string): Promise<string> {
  const found = await testbed.findCaller(token);
  expect(found?.nextToken).toMatch(/^[\w-]{43}$/);
  return found?.nextToken as string; // Checked above.
}
const times = <Value>(count: number, make: () => Value) => Array.from({ length: count }, make);

describe('a token', () => {
  it('is stored only as a hash, and one changed letter finds no session', async () => {
    const token = await newToken();
    const { rows } = await testbed.root.query(`select *, encode(token_hash, 'escape') as escaped from session_token`);
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(await isKnown(token)).toBe(true);
    expect(await isKnown(`${token.slice(0, -1)}${token.endsWith('A') ? 'Q' : 'A'}`)).toBe(false);
    expect(await isKnown('short')).toBe(false);
  });

  it('given it is younger than fifteen minutes, when it is used, then it stays the only one', async () => {
    const token = await newToken();
    await testbed.setClock('14 minutes 50 seconds');
    expect(await testbed.findCaller(token)).not.toHaveProperty('nextToken');
  });

  it('given it is older, when it is used, then one successor of the same session is issued, and none soon after', async () => {
    const token = await newToken();
    const before = await testbed.lookUp(token);
    await testbed.setClock('15 minutes 1 second');
    const next = await nextOf(token);
    expect(await testbed.findCaller(token)).toEqual(before);
    expect(await testbed.findCaller(next)).toEqual(before);
    expect(await testbed.findCaller(next)).not.toHaveProperty('nextToken');
  });

  it('given its successor was used, when a minute has passed, then it is invalid; until then it works', async () => {
    const token = await newToken();
    await testbed.setClock('16 minutes');
    const next = await nextOf(token);
    await testbed.setClock('17 minutes');
    expect(await isKnown(next)).toBe(true);
    await testbed.setClock('17 minutes 50 seconds');
    expect(await isKnown(token)).toBe(true);
    expect(await isKnown(next)).toBe(true); // A second use does not restart the minute.
    await testbed.setClock('18 minutes 10 seconds');
    expect(await isKnown(token)).toBe(false);
    expect(await testbed.lookUp(token)).toBeUndefined();
    expect(await isKnown(next)).toBe(true);
  });

  it('given its successor’s response was lost, when days pass, then it works, and a later successor ends both', async () => {
    const token = await newToken();
    await testbed.setClock('16 minutes');
    const lost = await nextOf(token);
    await testbed.setClock('2 days');
    const arrived = await nextOf(token);
    expect(await isKnown(arrived)).toBe(true);
    expect(await isKnown(lost)).toBe(true); // It was issued, so it has its grace minute too.
    await testbed.setClock('2 days 2 minutes');
    expect([await isKnown(token), await isKnown(lost), await isKnown(arrived)]).toEqual([false, false, true]);
  });

  it('given only its grace minute is left, when its successor is old too, then it gets no successor', async () => {
    const token = await newToken();
    await testbed.setClock('16 minutes');
    const next = await nextOf(token);
    await testbed.setClock('40 minutes');
    const third = await nextOf(next);
    // With the third deleted no token is young: only its replacement keeps the first one from getting a successor.
    await testbed.root.query(`delete from session_token where token_hash = sha256(convert_to($1, 'UTF8'))`, [third]);
    expect(await testbed.findCaller(token)).toEqual(await testbed.lookUp(token));
  });

  it('given only a gateway looks it up, when it is old, then no successor is issued and the session expires idle', async () => {
    const token = await newToken();
    for (const clock of ['1 day', '4 days', '6 days 23 hours']) {
      await testbed.setClock(clock);
      expect(Object.keys((await testbed.lookUp(token)) ?? {})).toEqual(['caller']);
    }
    await testbed.setClock('7 days 1 minute');
    expect(await testbed.lookUp(token)).toBeUndefined();
  });

  it('given twenty requests at once with an old one, when they end, then all were accepted and one got a successor', async () => {
    for (let round = 0; round < 5; round++) {
      await testbed.setClock('0');
      const token = await newToken();
      await testbed.setClock('20 minutes');
      const found = await Promise.all(times(20, () => testbed.findCaller(token)));
      expect(found.filter((it) => it === undefined)).toEqual([]);
      const delivered = found.flatMap((it) => it?.nextToken ?? []);
      expect(delivered).toHaveLength(1);
      const [next = ''] = delivered;
      const mixed = await Promise.all(times(20, () => [isKnown(next), isKnown(token)]).flat());
      expect(mixed).not.toContain(false);
      await testbed.setClock('21 minutes 10 seconds');
      expect([await isKnown(token), await isKnown(next)]).toEqual([false, true]);
    }
  });
});

describe('a replaced token sent again', () => {
  const HOME = { ip: '10.0.0.1', userAgent: 'test' };

  /** Creates a token whose successor was used long enough ago; lookups run as the api runs them. */
  async function replacedToken() {
    const userId = await testbed.newUser();
    const { token } = await testbed.logIn(userId);
    await testbed.setClock('16 minutes');
    await isKnown(await nextOf(token));
    await testbed.setClock('18 minutes');
    const { db, transact, nextId, settings } = testbed;
    const deps = { db, transact, nextId, settings, publicUrl: 'https://tidemark.example' };
    const find = createFindCaller({ db, settings }, { keepsAwake: true, onUnknownToken: notifyReusedToken(deps) });
    const notices = async () =>
      (
        await testbed.root.query<{ body: string }>('select body from message_job where recipient = $1', [
          `${userId}@example.com`,
        ])
      ).rows;
    return { token, find, notices };
  }

  it('given it comes from elsewhere, when it is sent often, then it is rejected and its owner notified once a day', async () => {
    const { token, find, notices } = await replacedToken();
    for (const ip of ['203.0.113.7', '203.0.113.8', '203.0.113.7'])
      expect(await find(token, { ip, userAgent: 'curl/8' })).toBeUndefined();
    const delivered = await notices();
    expect(delivered).toHaveLength(1);
    expect(delivered[0]?.body).toContain('203.0.113.7');
    await testbed.setClock('1 day 19 minutes');
    await find(token, { ip: '203.0.113.9', userAgent: 'curl/8' });
    expect(await notices()).toHaveLength(2);
  });

  it('given its own browser sends it after a suspension, then no notice is sent', async () => {
    const { token, find, notices } = await replacedToken();
    expect(await find(token, HOME)).toBeUndefined();
    expect(await notices()).toEqual([]);
  });

  it('given a token that never existed, when it is sent, then no notice is sent', async () => {
    const { find, notices } = await replacedToken();
    expect(await find('x'.repeat(43), { ip: '203.0.113.7', userAgent: 'curl/8' })).toBeUndefined();
    expect(await notices()).toEqual([]);
  });
});

describe('a session', () => {
  it('given daily use, when thirty days have passed, then it ends whatever its token; unused it ends after seven', async () => {
    let used = await newToken();
    const unused = await newToken();
    for (let day = 1; day < 30; day++) {
      await testbed.setClock(`${day} days`);
      used = await nextOf(used);
      if (day === 6) expect(await testbed.lookUp(unused)).toBeDefined();
      if (day === 7) expect(await isKnown(unused)).toBe(false);
    }
    await testbed.setClock('30 days');
    expect(await isKnown(used)).toBe(false);
  });

  it('given a logout, when any of its tokens is sent, then it finds no session; another user cannot end it', async () => {
    const token = await newToken();
    const caller = (await testbed.lookUp(token))!.caller;
    await testbed.setClock('16 minutes');
    const next = await nextOf(token);
    await logout(testbed, { ...caller, userId: 1n });
    expect(await isKnown(next)).toBe(true);
    await logout(testbed, caller);
    expect([await isKnown(token), await isKnown(next)]).toEqual([false, false]);
    expect(await testbed.findSessions([caller.sessionId])).toEqual(new Map());
  });

  it('given a hundred calls in a minute, when they end, then its last use was written once', async () => {
    const token = await newToken();
    await isKnown(token);
    const seenAt = async () =>
      (
        await testbed.root.query(
          `select s.xmin::text, s.last_seen_at from session s join session_token t on t.session_id = s.id
            where t.token_hash = sha256(convert_to($1, 'UTF8'))`,
          [token],
        )
      ).rows[0];
    const first = await seenAt();
    await Promise.all(times(20, () => isKnown(token)));
    expect(await seenAt()).toEqual(first);
    await testbed.setClock('2 minutes');
    await isKnown(token);
    const second = await seenAt();
    expect(second).not.toEqual(first);
    await Promise.all(times(20, () => isKnown(token)));
    expect(await seenAt()).toEqual(second);
  });
});

describe('the sweep', () => {
  it('given tokens that ended a day ago, when the worker sweeps, then they are deleted and the others work', async () => {
    const token = await newToken();
    await testbed.setClock('16 minutes');
    const next = await nextOf(token);
    await isKnown(next);
    const left = async () =>
      (
        await testbed.root.query(
          `select count(*)::int as left from session_token where session_id =
            (select session_id from session_token where token_hash = sha256(convert_to($1, 'UTF8')))`,
          [next],
        )
      ).rows[0].left;
    await testbed.setClock('1 day');
    await sweepAuth(testbed.as('worker').db);
    expect(await left()).toBe(2);
    await testbed.setClock('1 day 20 minutes');
    await sweepAuth(testbed.as('worker').db);
    expect(await left()).toBe(1);
    expect(await isKnown(next)).toBe(true);
    await testbed.setClock('367 days');
    await sweepAuth(testbed.as('worker').db);
    expect(await left()).toBe(0);
  });

  it('given ended sessions, when a month has passed, then their rows are deleted and a live one stays', async () => {
    const userId = await testbed.newUser();
    const ended = await testbed.open(userId);
    const live = await testbed.open(userId);
    await logout(testbed, ended.caller);
    const left = async () =>
      (
        await testbed.root.query<{ id: bigint }>('select id from session where user_id = $1 order by id', [userId])
      ).rows.map(({ id }) => BigInt(id));
    await testbed.setClock('29 days');
    await sweepAuth(testbed.as('worker').db);
    expect(await left()).toEqual([ended.caller.sessionId, live.caller.sessionId]);
    await testbed.setClock('30 days 1 minute');
    await sweepAuth(testbed.as('worker').db);
    expect(await left()).toEqual([live.caller.sessionId]);
  });

  it.each([
    'select token_hash from session_token',
    'select token_hash from freeze_link',
    'select key_hash from device',
  ])('given the worker role, when it runs: %s, then the database refuses', async (statement) => {
    const worker = await testbed.bare('worker');
    await expect(worker.query(statement)).rejects.toThrow('permission denied');
  });
});
