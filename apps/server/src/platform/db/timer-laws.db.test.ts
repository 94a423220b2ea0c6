import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { openTestbed, silent, type Testbed } from '../../../test/testbed.ts';
import type { Db } from './database.ts';
import { cancelTimer, setTimers } from './timer.ts';
import { runDueTimers, type TimerEffect } from './timer-runner.ts';

const KNOWN_KINDS = ['a', 'b'] as const;
const KINDS = [...KNOWN_KINDS, 'unknown'] as const;
const RUNNERS = 3;
const SECOND_MS = 1_000;
const BEGIN_MS = Date.parse('2030-01-01T00:00:00Z');

type Name = { readonly kind: (typeof KINDS)[number]; readonly ref: string };
type Step =
  | { readonly what: 'set'; readonly timers: readonly Name[]; readonly inSeconds: number }
  | { readonly what: 'cancel'; readonly timer: Name }
  | { readonly what: 'run'; readonly afterSeconds: number };
/** A history, and the second from which the effect of each ref succeeds. */
type History = { readonly steps: readonly Step[]; readonly soundFrom: Readonly<Record<string, number>> };

const REFS = Array.from({ length: 12 }, (_, n) => `r${n}`);
const names = fc.record({ kind: fc.constantFrom(...KINDS), ref: fc.constantFrom(...REFS) });
const batches = fc.uniqueArray(names, { minLength: 1, maxLength: 30, selector: ({ kind, ref }) => `${kind} ${ref}` });
const steps = fc.oneof(
  { weight: 3, arbitrary: fc.record({ what: fc.constant('set' as const), timers: batches, inSeconds: fc.integer({ min: -5, max: 20 }) }) }, // biome-ignore format: a table
  { weight: 1, arbitrary: fc.record({ what: fc.constant('cancel' as const), timer: names }) },
  { weight: 3, arbitrary: fc.record({ what: fc.constant('run' as const), afterSeconds: fc.integer({ min: 0, max: 15 }) }) }, // biome-ignore format: a table
);
const histories: fc.Arbitrary<History> = fc.record({
  steps: fc.array(steps, { minLength: 5, maxLength: 30 }),
  soundFrom: fc.dictionary(fc.constantFrom(...REFS), fc.integer({ min: 0, max: 60 }), { maxKeys: 4 }),
});

type ModelTimer = Name & { dueMs: number; retryMs: number | undefined; failures: number };

/** The same rules, for one process that never dies, in a map. */
class Model {
  readonly timers = new Map<string, ModelTimer>();
  readonly fired: string[] = [];

  set(timers: readonly Name[], dueMs: number): void {
    for (const timer of timers)
      this.timers.set(`${timer.kind} ${timer.ref}`, { ...timer, dueMs, retryMs: undefined, failures: 0 });
  }

  cancel({ kind, ref }: Name): void {
    this.timers.delete(`${kind} ${ref}`);
  }

  run(nowMs: number, isSound: (ref: string) => boolean): void {
    for (const [key, timer] of this.timers) {
      if (timer.kind === 'unknown' || (timer.retryMs ?? timer.dueMs) > nowMs) continue;
      if (isSound(timer.ref)) {
        this.fired.push(`${key} ${timer.dueMs}`);
        this.timers.delete(key);
      } else {
        timer.retryMs = nowMs + Math.min(3_600, 2 ** timer.failures) * SECOND_MS;
        timer.failures += 1;
      }
    }
  }
}

let testbed: Testbed;
let db: Db;

beforeAll(async () => {
  testbed = await openTestbed('app');
  db = testbed.as('worker', 10).db;
  const root = await testbed.bare('postgres');
  await root.query(`
    create table fired (kind text, ref text, due_at timestamptz);
    create table test_clock (at timestamptz);
    insert into test_clock values (now());
    grant select, insert, update, delete on fired, test_clock to worker, app;
    create or replace function app_now() returns timestamptz language sql volatile as 'select at from test_clock'`);
});

const rowsOf = (timers: Iterable<ModelTimer>) =>
  [...timers].map(({ kind, ref, dueMs, retryMs, failures }) => `${kind} ${ref} ${dueMs} ${retryMs ?? '-'} ${failures}`).sort(); // biome-ignore format: short

async function readRows(): Promise<readonly string[]> {
  const { rows } = await sql<{ kind: string; ref: string; due_at: Date; retry_at: Date | null; failures: number }>`
    select kind, ref, due_at, retry_at, failures from timer`.execute(db);
  return rows
    .map(({ kind, ref, due_at, retry_at, failures }) => {
      return `${kind} ${ref} ${due_at.getTime()} ${retry_at?.getTime() ?? '-'} ${failures}`;
    })
    .sort();
}

async function readFired(): Promise<readonly string[]> {
  const { rows } = await sql<{ kind: string; ref: string; due_at: Date }>`select * from fired`.execute(db);
  return rows.map(({ kind, ref, due_at }) => `${kind} ${ref} ${due_at.getTime()}`).sort();
}

async function play({ steps: history, soundFrom }: History): Promise<void> {
  let nowMs = BEGIN_MS;
  const model = new Model();
  const isSound = (ref: string) => nowMs >= BEGIN_MS + (soundFrom[ref] ?? 0) * SECOND_MS;
  const effectOf = (kind: string): TimerEffect => ({
    kind,
    run: async (tx, timers) => {
      for (const { ref, dueAt } of timers) {
        await sql`insert into fired values (${kind}, ${ref}, ${dueAt})`.execute(tx);
        if (!isSound(ref)) throw new Error(`${ref} is not sound yet`);
      }
    },
  });
  const deps = { db, effects: KNOWN_KINDS.map(effectOf), log: silent };
  const setClock = () => sql`update test_clock set at = ${new Date(nowMs)}`.execute(db);
  await sql`with t as (delete from timer) delete from fired`.execute(db);
  await setClock();
  for (const step of history) {
    if (step.what === 'set') {
      const dueMs = nowMs + step.inSeconds * SECOND_MS;
      await testbed.transact((tx) => setTimers(tx, step.timers.map((it) => ({ ...it, dueAt: new Date(dueMs) })))); // biome-ignore format: short
      model.set(step.timers, dueMs);
    } else if (step.what === 'cancel') {
      await testbed.transact((tx) => cancelTimer(tx, step.timer));
      model.cancel(step.timer);
    } else {
      nowMs += step.afterSeconds * SECOND_MS;
      await setClock();
      await Promise.all(Array.from({ length: RUNNERS }, () => runDueTimers(deps)));
      await runDueTimers(deps); // Whatever the runners skipped because another one had it locked.
      model.run(nowMs, isSound);
    }
    expect(await readRows()).toEqual(rowsOf(model.timers.values()));
    expect(await readFired()).toEqual([...model.fired].sort());
  }
}

describe('timers', () => {
  it('given any history of sets, cancellations and failures, when three runners race, then all equals the model', async () => {
    await fc.assert(fc.asyncProperty(histories, play), { numRuns: 15 });
  });
});
