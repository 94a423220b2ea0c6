import { setTimeout as pause } from 'node:timers/promises';
import { soon } from '@app/testkit';
import { sql } from 'kysely';
import { Registry } from 'prom-client';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestbed, silent, type Testbed } from '../../../test/testbed.ts';
import type { Db } from './database.ts';
import { cancelTimer, setTimer, setTimers } from './timer.ts';
import { describeTimers, measureTimers, timerHealth } from './timer-metrics.ts';
import { runDueTimers, runTimers, type TimerEffect } from './timer-runner.ts';

let testbed: Testbed;
let db: Db;

/** Sets the business time, which is frozen in this database until a test moves it. */
const setClock = (iso: string) => replaceClock(`timestamptz '${iso}'`);
const replaceClock = async (expression: string) =>
  (await testbed.bare('migrate')).query(
    `create or replace function app_now() returns timestamptz language sql volatile as $$ select ${expression} $$`,
  );

const at = (iso: string) => new Date(iso);
const set = (ref: string, dueAt: string, kind = 'test') =>
  testbed.transact((tx) => setTimer(tx, { kind, ref }, at(dueAt)));
const run = (...effects: readonly TimerEffect[]) => runDueTimers({ db, effects, log: silent });
const refsOf = async (kind: string) =>
  (await sql<{ ref: string }>`select ref from timer where kind = ${kind} order by ref`.execute(db)).rows.map(
    ({ ref }) => ref,
  );

/** Effect that records what it ran, in a table, so that a rollback takes it back. */
const recording = (kind: string, check: (ref: string) => void = () => {}): TimerEffect => ({
  kind,
  run: async (tx, timers) => {
    const refs = timers.map(({ ref }) => ref);
    await sql`insert into fired (kind, ref) select ${kind}, unnest(${refs}::text[])`.execute(tx);
    for (const ref of refs) check(ref);
  },
});
const fired = async (kind = 'test') =>
  (await sql<{ ref: string }>`select ref from fired where kind = ${kind} order by ref`.execute(db)).rows.map(
    ({ ref }) => ref,
  );

beforeAll(async () => {
  testbed = await openTestbed('app');
  db = testbed.as('worker', 10).db;
  const root = await testbed.bare('postgres');
  await root.query('create table fired (kind text, ref text); grant select, insert, delete on fired to worker');
});

beforeEach(async () => {
  await setClock('2030-01-01T00:00:00Z');
  await sql`delete from timer`.execute(db);
  await sql`delete from fired`.execute(db);
});

describe('a timer', () => {
  it('given it is due in a second, when the clock reaches it, then it runs once and never early', async () => {
    await set('soon', '2030-01-01T00:00:01Z');
    await run(recording('test'));
    expect(await fired()).toEqual([]);
    await setClock('2030-01-01T00:00:01Z');
    await run(recording('test'));
    await run(recording('test'));
    expect(await fired()).toEqual(['soon']);
    expect(await refsOf('test')).toEqual([]);
  });

  it('given two thousand are due, when eight workers race, then each runs once', async () => {
    const refs = Array.from({ length: 2_000 }, (_, n) => `race-${n}`).sort();
    const dueAt = at('2030-01-01T00:00:00Z');
    await testbed.transact((tx) =>
      setTimers(
        tx,
        refs.map((ref) => ({ kind: 'test', ref, dueAt })),
      ),
    );
    await Promise.all(Array.from({ length: 8 }, () => run(recording('test'))));
    expect(await fired()).toEqual(refs);
  });

  it('given three of a hundred effects fail, then the others have run, and the three are kept with their error', async () => {
    for (let n = 0; n < 100; n++) await set(`f-${String(n).padStart(2, '0')}`, '2030-01-01T00:00:00Z');
    const poisonous = ['f-00', 'f-42', 'f-43'];
    let isPoisonous = true;
    const effect = recording('test', (ref) => {
      if (isPoisonous && poisonous.includes(ref)) throw new Error(`no price for ${ref}`);
    });
    await run(effect);
    expect(await fired()).toHaveLength(97);
    expect(await refsOf('test')).toEqual(poisonous);
    const { rows } = await sql`select failures, error, due_at, retry_at from timer where ref = 'f-42'`.execute(db);
    expect(rows).toEqual([
      {
        failures: 1,
        error: 'no price for f-42',
        due_at: at('2030-01-01T00:00:00Z'),
        retry_at: at('2030-01-01T00:00:01Z'),
      },
    ]);
    await run(effect);
    expect(await fired()).toHaveLength(97); // Not before its retry.
    isPoisonous = false;
    await setClock('2030-01-01T00:00:01Z');
    await run(effect);
    expect(await fired()).toHaveLength(100);
    expect(await refsOf('test')).toEqual([]);
  });

  it('given it fails again and again, then its delay doubles up to an hour, and it is never dropped', async () => {
    await set('stuck', '2030-01-01T00:00:00Z');
    const delays: number[] = [];
    for (let failures = 0; failures < 15; failures++) {
      await run({ kind: 'test', run: () => Promise.reject(new Error('always')) });
      const { rows } = await sql<{ seconds: number; next: string }>`
        select extract(epoch from retry_at - app_now())::float8 as seconds, retry_at::text as next from timer`.execute(
        db,
      );
      delays.push(rows[0]?.seconds ?? 0);
      await setClock(rows[0]?.next ?? '');
    }
    expect(delays).toEqual([...Array.from({ length: 12 }, (_, n) => 2 ** n), 3600, 3600, 3600]);
    expect(await timerHealth(db)).toContainEqual('timers: 1 of kind test fail, one 15 times: always');
  });

  it('given an error that only the commit finds, then the others have run and the timer is postponed', async () => {
    const root = await testbed.bare('postgres');
    await root.query('create table strict (ref text unique deferrable initially deferred)');
    await root.query(`grant insert, select on strict to worker; insert into strict values ('taken')`);
    for (const ref of ['free', 'taken', 'also free']) await set(ref, '2030-01-01T00:00:00Z');
    await run({
      kind: 'test',
      run: async (tx, timers) => {
        for (const { ref } of timers) await sql`insert into strict values (${ref})`.execute(tx);
      },
    });
    expect(await refsOf('test')).toEqual(['taken']);
    expect((await root.query('select from strict')).rowCount).toBe(3);
  });

  it('given its effect sets it again, then it runs again at the new time', async () => {
    await set('daily', '2030-01-01T00:00:00Z');
    const effect: TimerEffect = {
      kind: 'test',
      run: async (tx, timers, now) => {
        await recording('test').run(tx, timers, now);
        for (const { ref } of timers) await setTimer(tx, { kind: 'test', ref }, at('2030-01-02T00:00:00Z'));
      },
    };
    await run(effect);
    await run(effect);
    expect(await fired()).toEqual(['daily']);
    await setClock('2030-01-02T00:00:00Z');
    await run(effect);
    expect(await fired()).toEqual(['daily', 'daily']);
  });

  it('given it was cancelled, or is of a kind this worker does not support, then it does not run', async () => {
    await set('cancelled', '2030-01-01T00:00:00Z');
    const cancel = () => testbed.transact((tx) => cancelTimer(tx, { kind: 'test', ref: 'cancelled' }));
    expect(await cancel()).toBe(true);
    expect(await cancel()).toBe(false);
    await set('x', '2030-01-01T00:00:00Z', 'newer');
    await run(recording('test'));
    expect(await fired()).toEqual([]);
    expect(await refsOf('newer')).toEqual(['x']);
  });

  it('given one kind has two effects, then the worker does not start', async () => {
    await expect(run(recording('test'), recording('test'))).rejects.toThrow('two effects');
  });
});

describe('the loop', () => {
  /** Runs the loop during `work`, on the real clock. */
  const withLoop = async (effects: readonly TimerEffect[], work: () => Promise<void>) => {
    await replaceClock('clock_timestamp()');
    const stopping = new AbortController();
    const loop = runTimers({ db, effects, log: silent }, stopping.signal);
    await work().finally(() => stopping.abort());
    await loop;
  };
  const setIn = (ms: number, ref: string, kind = 'test') => set(ref, new Date(Date.now() + ms).toISOString(), kind);

  it('given timers that are due between two polls, then they run on time, and none early', async () => {
    const lateMs: number[] = [];
    const effect: TimerEffect = {
      kind: 'test',
      run: (_tx, timers, now) => {
        lateMs.push(...timers.map(({ dueAt }) => now.getTime() - dueAt.getTime()));
        return Promise.resolve();
      },
    };
    for (let n = 0; n < 9; n++) await setIn(500 + n * 100, `${n}`);
    // Polls alone would find half of them 200 ms late.
    await soon('a timer', 120, async () => {
      await withLoop([effect], () => expect.poll(() => lateMs.length).toBe(9));
      return lateMs.toSorted((a, b) => a - b)[4] ?? Number.NaN;
    });
    expect(Math.min(...lateMs)).toBeGreaterThanOrEqual(0);
  });

  it('given a slow effect and a backlog, when another kind becomes due, then it does not wait for them', async () => {
    const release = Promise.withResolvers<void>();
    const slow: TimerEffect = { kind: 'slow', run: () => release.promise };
    const busy: TimerEffect = { kind: 'busy', run: () => pause(100) };
    await setIn(0, 'x', 'slow');
    for (let n = 0; n < 200; n++) await setIn(0, `${n}`, 'busy');
    await withLoop([slow, busy, recording('test')], async () => {
      await setIn(0, 'quick');
      await expect.poll(() => fired()).toEqual(['quick']);
      expect(await refsOf('slow')).toEqual(['x']);
      release.resolve();
    });
    expect(await refsOf('slow')).toEqual([]); // The loop ends with its batches.
  });
});

describe('lateness and backlog', () => {
  it('are in health and metrics, also of kinds without an effect, and future timers are not counted', async () => {
    await set('a', '2029-12-31T23:58:00Z');
    await set('b', '2029-12-31T23:59:59Z', 'newer');
    await set('c', '2030-01-01T00:00:01Z', 'newer');
    await set('d', '2031-01-01T00:00:00Z', 'later');
    expect(await timerHealth(db)).toEqual(['timers: kind test is late by 120 s: 1 due, 0 failing']);
    expect(await describeTimers(db)).toEqual({
      test: { due: 1, failing: 0, lateSeconds: 120 },
      newer: { due: 1, failing: 0, lateSeconds: 1 },
    });
    const registry = new Registry();
    const meter = measureTimers(registry, db);
    await runDueTimers({ db, effects: [{ kind: 'newer', run: () => Promise.reject(new Error('no')) }], log: silent, meter }); // biome-ignore format: short
    await runDueTimers({ db, effects: [recording('test')], log: silent, meter });
    const text = await registry.metrics();
    expect(text).toContain('timers_done_late_seconds_sum{kind="test"} 120');
    expect(text).toContain('timers_failed_total{kind="newer"} 1');
    expect(text).toContain('timers_failing{kind="newer"} 1');
    expect(text).toContain('timers_late_seconds{kind="newer"} 1');
    expect(text).not.toContain('timers_due{kind="test"}');
    expect(text).not.toContain('later');
  });
});
