import { authSettings } from '@app/domain/auth';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { openSessionTestbed, type SessionTestbed } from '../../../../test/session-testbed.ts';
import { publishSessionsEnded } from '../../../platform/bus/session-events.ts';
import { createReadCaller } from './find-caller.ts';
import { createFindChangedSessions } from './find-sessions.ts';
import { createKnownCallers } from './known-callers.ts';
import { logout } from './logout.ts';

let testbed: SessionTestbed;

beforeAll(async () => {
  testbed = await openSessionTestbed();
});

/** Time stands still in this process, so that nothing is forgotten because the machine is busy, and passes by `pass`. */
let processMs = 0;
const pass = (ms: number) => {
  processMs += ms;
};
beforeEach(() => {
  processMs = performance.now();
  vi.spyOn(performance, 'now').mockImplementation(() => processMs);
});
afterEach(() => void vi.restoreAllMocks());

/** One API process: its own memory, and a count of what it read in the database. */
function openApi() {
  const read = createReadCaller(testbed, { keepsAwake: true });
  const state = { reads: 0, isDown: false, beforeAnswer: async () => {} };
  const failing = () => Promise.reject(new Error('the database is away'));
  const changed = createFindChangedSessions(testbed);
  const callers = createKnownCallers(testbed.bus, {
    find: async (token, from) => {
      state.reads += 1;
      if (state.isDown) return await failing();
      const found = await read(token, from);
      await state.beforeAnswer();
      return found;
    },
    findChanged: (since) => (state.isDown ? failing() : changed(since)),
  });
  return { callers, state };
}

async function openKnown() {
  const api = openApi();
  await api.callers.poll();
  const userId = await testbed.newUser();
  const { token } = await testbed.logIn(userId);
  await api.callers.find(token); // The first use is recorded and not kept.
  // Seen later than now: otherwise it would be read again after a minute in any case.
  await testbed.root.query(`update session set last_seen_at = app_now() + interval '1 day' where user_id = $1`, [
    userId,
  ]);
  await api.callers.find(token);
  const readsBefore = api.state.reads;
  expect(await api.callers.find(token)).toMatchObject({ caller: { userId } });
  expect(api.state.reads).toBe(readsBefore);
  return { ...api, token, userId };
}

const set = (userId: bigint, change: string) =>
  testbed.root.query(`update user_account set ${change} where id = $1`, [userId]);

describe('callers kept in memory', () => {
  it('given a session that is known, when it is used again, then the database is not asked', async () => {
    const { callers, state, token } = await openKnown();
    const reads = state.reads;
    await callers.poll();
    await callers.find(token);
    expect(state.reads).toBe(reads);
  });

  it('given a logout elsewhere, when the next poll ends, then the session is refused', async () => {
    const { callers, token } = await openKnown();
    const found = await testbed.lookUp(token);
    const withoutHint = { ...testbed, bus: { ...testbed.bus, publish: () => {} } };
    await logout(withoutHint, found?.caller as never); // It was found.
    await callers.poll();
    expect(await callers.find(token)).toBeUndefined();
  });

  it.each([
    ['level', 'verification = 1', { verification: 1 }],
    ['country', `country = 'JP'`, { country: 'JP' }],
  ])('given another %s, when the next poll ends, then it applies', async (_name, change, expected) => {
    const { callers, token, userId } = await openKnown();
    await set(userId, change);
    await callers.poll();
    expect((await callers.find(token))?.caller).toMatchObject(expected);
  });

  it('given a freeze, when the next poll ends, then the session is refused', async () => {
    const { callers, token, userId } = await openKnown();
    await set(userId, 'frozen_at = now()');
    await callers.poll();
    expect(await callers.find(token)).toBeUndefined();
  });

  it('given a change in a transaction that commits after a poll, then the poll after it finds the change', async () => {
    const { callers, token, userId } = await openKnown();
    const slow = await testbed.bare('postgres');
    await slow.query('begin');
    await slow.query('update user_account set frozen_at = now() where id = $1', [userId]);
    await testbed.newUser(); // A later transaction that ends earlier.
    await callers.poll();
    expect(await callers.find(token)).toBeDefined();
    await slow.query('commit');
    await callers.poll();
    expect(await callers.find(token)).toBeUndefined();
  });

  it('given a caller that was read before a change and answered after the poll, then it is not kept', async () => {
    const { callers, state, token, userId } = await openKnown();
    await set(userId, `country = 'JP'`);
    await callers.poll();
    state.beforeAnswer = async () => {
      state.beforeAnswer = async () => {};
      await set(userId, `country = 'FR'`);
      await callers.poll();
    };
    expect((await callers.find(token))?.caller).toMatchObject({ country: 'JP' });
    expect((await callers.find(token))?.caller).toMatchObject({ country: 'FR' });
  });

  it('given a caller whose reading outlasts a poll that reports others, then it is kept', async () => {
    const { callers, state, token, userId } = await openKnown();
    const other = await openKnown();
    await set(userId, `country = 'JP'`);
    await callers.poll();
    state.beforeAnswer = async () => {
      state.beforeAnswer = async () => {};
      await set(other.userId, `country = 'FR'`);
      await callers.poll();
    };
    expect((await callers.find(token))?.caller).toMatchObject({ country: 'JP' });
    const reads = state.reads;
    expect((await callers.find(token))?.caller).toMatchObject({ country: 'JP' });
    expect(state.reads).toBe(reads);
  });

  it('given a caller that is read while the first poll is under way, then it is not kept', async () => {
    const { callers, state } = openApi();
    const { token } = await testbed.logIn(await testbed.newUser());
    await testbed.findCaller(token); // Its first use is recorded.
    state.beforeAnswer = () => callers.poll();
    await callers.find(token);
    const reads = state.reads;
    await callers.find(token);
    expect(state.reads).toBe(reads + 1);
  });

  it('given the database is away, when a second has passed without a poll, then nobody is known', async () => {
    const { callers, state, token } = await openKnown();
    state.isDown = true;
    await expect(callers.poll()).rejects.toThrow('away');
    expect(await callers.find(token)).toBeDefined();
    pass(1_000);
    await expect(callers.find(token)).rejects.toThrow('away');
  });

  it('given a session that ends by its age, when it ends, then it is refused though nothing was written', async () => {
    const { callers, state, token, userId } = await openKnown();
    const { value: seconds } = await testbed.settings.read(authSettings.sessionAbsolute);
    await testbed.root.query(
      `update session set signed_in_at = app_now() - ($2 - 60) * interval '1 second', changed_xid = pg_current_xact_id()
        where user_id = $1`,
      [userId, seconds],
    );
    await callers.poll();
    await callers.find(token);
    const reads = state.reads;
    expect(await callers.find(token)).toBeDefined();
    expect(state.reads).toBe(reads);
    pass(60_000);
    await testbed.setClock('60 seconds');
    await expect.poll(() => callers.poll().then(() => callers.find(token))).toBeUndefined();
    await testbed.setClock('0');
  });

  it('given a hint, then the session is read again at once', async () => {
    const { callers, state, token } = await openKnown();
    const { caller } = (await callers.find(token)) ?? {};
    publishSessionsEnded(testbed.bus, [caller?.sessionId ?? 0n]);
    const reads = state.reads;
    const isReadAgain = async () => {
      await callers.poll(); // Without polls it would be read again in any case.
      await callers.find(token);
      return state.reads > reads;
    };
    await expect.poll(isReadAgain).toBe(true);
  });

  it('given a token that was replaced, when its successor is used, then it ends after the grace time', async () => {
    const { callers, token } = await openKnown();
    await testbed.setClock('16 minutes');
    await callers.poll();
    const next = (await testbed.findCaller(token))?.nextToken ?? '';
    await testbed.findCaller(next);
    await testbed.setClock('20 minutes');
    await callers.poll();
    expect(await callers.find(token)).toBeUndefined();
    await testbed.setClock('0');
  });
});
