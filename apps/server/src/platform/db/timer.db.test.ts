import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { openTestbed, silent, type Testbed } from '../../../test/testbed.ts';
import { cancelTimer, runDueTimer, setTimer, type TimerEffects } from './timer.ts';
import { type Transact, transactOn } from './transact.ts';

let testbed: Testbed;
let work: Transact;

/** Sets the business time, which is frozen in this database until a test moves it. */
const setClock = async (iso: string) =>
  (await testbed.bare('migrate')).query(
    `create or replace function app_now() returns timestamptz language sql volatile as $$ select timestamptz '${iso}' $$`,
  );

const at = (iso: string) => new Date(iso);
const set = (ref: string, dueAt: string) => testbed.transact((tx) => setTimer(tx, { kind: 'test', ref }, at(dueAt)));

beforeAll(async () => {
  testbed = await openTestbed('app');
  work = transactOn(testbed.as('worker', 10).db);
  await setClock('2030-01-01T00:00:00Z');
});

describe('a timer', () => {
  it('given it is due in a second, when the clock reaches it, then it fires once and never early', async () => {
    const fired: string[] = [];
    const effects: TimerEffects = { test: (_tx, ref) => Promise.resolve(void fired.push(ref)) };
    await set('soon', '2030-01-01T00:00:01Z');
    expect(await runDueTimer(work, effects, silent)).toBe(false);
    await setClock('2030-01-01T00:00:01Z');
    expect(await runDueTimer(work, effects, silent)).toBe(true);
    expect(await runDueTimer(work, effects, silent)).toBe(false);
    expect(fired).toEqual(['soon']);
  });

  it('given a hundred are due, when eight workers race, then each fires once', async () => {
    const refs = Array.from({ length: 100 }, (_, n) => `race-${n}`);
    await testbed.transact(async (tx) => {
      for (const ref of refs) await setTimer(tx, { kind: 'test', ref }, at('2030-01-01T00:00:00Z'));
    });
    const fired: string[] = [];
    const effects: TimerEffects = { test: (_tx, ref) => Promise.resolve(void fired.push(ref)) };
    const worker = async () => {
      while (await runDueTimer(work, effects, silent));
    };
    await Promise.all(Array.from({ length: 8 }, worker));
    expect(fired.sort()).toEqual([...refs].sort());
  });

  it('given its effect fails, when it is retried later, then the failed effect left nothing and the timer is kept', async () => {
    let fails = true;
    const effects: TimerEffects = {
      test: async (tx, ref) => {
        await sql`insert into timer (kind, ref, due_at) values ('trace', ${ref}, app_now())`.execute(tx);
        if (fails) throw new Error('no price');
      },
    };
    const traces = async () => (await sql`select from timer where kind = 'trace'`.execute(testbed.db)).rows.length;
    await set('shaky', '2030-01-01T00:00:00Z');
    expect(await runDueTimer(work, effects, silent)).toBe(true);
    expect(await traces()).toBe(0);
    expect(await runDueTimer(work, effects, silent)).toBe(false);
    fails = false;
    await setClock('2030-01-01T00:00:02Z');
    expect(await runDueTimer(work, effects, silent)).toBe(true);
    expect(await traces()).toBe(1);
  });

  it('given it was cancelled, or is of a kind this worker does not support, then it does not fire', async () => {
    await set('cancelled', '2030-01-01T00:00:00Z');
    await testbed.transact((tx) => cancelTimer(tx, { kind: 'test', ref: 'cancelled' }));
    await testbed.transact((tx) => setTimer(tx, { kind: 'newer', ref: 'x' }, at('2030-01-01T00:00:00Z')));
    expect(await runDueTimer(work, { test: () => Promise.reject(new Error('fired')) }, silent)).toBe(false);
  });
});
