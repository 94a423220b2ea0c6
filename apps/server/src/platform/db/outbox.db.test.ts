import { parseTraceparent } from '@app/base';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { recordSpans, SAMPLED } from '../../../test/recorded-spans.ts';
import { openTestbed, silent, type Testbed } from '../../../test/testbed.ts';
import { inTraceparent } from '../process/trace.ts';
import type { Tx } from './database.ts';
import { type OutboxEvent, publish } from './outbox.ts';
import { type Consumer, drain, register } from './outbox-consumer.ts';
import { type Transact, transactOn } from './transact.ts';

let testbed: Testbed;
let work: Transact;

beforeAll(async () => {
  testbed = await openTestbed('app');
  work = transactOn(testbed.as('worker').db);
});

const append = (...names: readonly string[]) =>
  testbed.transact((tx) =>
    publish(
      tx,
      testbed.nextId,
      names.map((name) => ({ topic: 'test.thing.happened', payload: { name } })),
    ),
  );

/** Creates a consumer that records its events, and fails on one if requested. */
function listener(name: string, chokesOn?: string) {
  const handled: string[] = [];
  const handle = (_tx: Tx, events: readonly OutboxEvent[]) => {
    const names = events.map(({ payload }) => (payload as { name: string }).name);
    if (chokesOn !== undefined && names.includes(chokesOn)) return Promise.reject(new Error('choked'));
    handled.push(...names);
    return Promise.resolve();
  };
  return { handled, consumer: { name, handle } satisfies Consumer };
}

describe('the outbox', () => {
  it('given events, when two consumers drain, then each receives all of them once, in order', async () => {
    const a = listener('a');
    const b = listener('b');
    await work((tx) => register(tx, 'a', 'now'));
    await work((tx) => register(tx, 'b', 'now'));
    await append('one', 'two');
    await append('three');
    for (const { consumer } of [a, b]) {
      expect(await drain(work, consumer, silent)).toBe('more');
      expect(await drain(work, consumer, silent)).toBe('empty');
    }
    expect([a.handled, b.handled]).toEqual([
      ['one', 'two', 'three'],
      ['one', 'two', 'three'],
    ]);
  });

  it('given an event of a slow transaction with a lower id, when it commits last, then it is still received', async () => {
    const late = listener('late');
    await work((tx) => register(tx, 'late', 'now'));
    await testbed.transact(async (slow) => {
      await publish(slow, testbed.nextId, [{ topic: 'test.thing.happened', payload: { name: 'slow' } }]);
      await append('fast');
      expect(await drain(work, late.consumer, silent)).toBe('empty');
    });
    await drain(work, late.consumer, silent);
    expect(late.handled).toEqual(['slow', 'fast']);
  });

  it('given an event of a recorded trace, when it is consumed, then its span is below the writer, and others have none', async () => {
    const { started } = recordSpans();
    const traces: (string | null | undefined)[] = [];
    const handle = (_tx: Tx, events: readonly OutboxEvent[]) => {
      traces.push(...events.map(({ trace }) => trace));
      return Promise.resolve();
    };
    await work((tx) => register(tx, 'traced', 'now'));
    await append('untraced');
    await inTraceparent(SAMPLED, () => append('traced'));
    await drain(work, { name: 'traced', handle }, silent);
    expect(started).toEqual([
      expect.objectContaining({ name: 'outbox traced', parent: parseTraceparent(SAMPLED), isEnded: true }),
    ]);
    expect(traces).toEqual([null, started[0]?.traceparent]);
  });

  it('given a poisoned event, when it fails three times, then it is dead-lettered and the rest continues', async () => {
    const picky = listener('picky', 'poison');
    await work((tx) => register(tx, 'picky', 'now'));
    await append('before', 'poison', 'after');
    const results = [];
    for (let round = 0; round < 5; round++) results.push(await drain(work, picky.consumer, silent));
    expect(results).toEqual(['failed', 'failed', 'failed', 'more', 'empty']);
    expect(picky.handled).toEqual(['before', 'after']);
    const { rows } = await (await testbed.bare('worker')).query(`select consumer, error from outbox_dead`);
    expect(rows).toEqual([{ consumer: 'picky', error: 'choked' }]);
  });

  it('given a lock that the handler cannot get, when it fails again and again, then the event waits and is not dead', async () => {
    const blocked = { name: 'blocked', handle: (tx: Tx) => sql`select lock_out_of_reach()`.execute(tx).then(() => {}) };
    const root = await testbed.bare('postgres');
    await root.query(`create function lock_out_of_reach() returns void language plpgsql as
      $$ begin raise exception 'canceling statement due to lock timeout' using errcode = '55P03'; end $$`);
    await work((tx) => register(tx, 'blocked', 'now'));
    await append('patient');
    for (let round = 0; round < 5; round++) await expect(drain(work, blocked, silent)).rejects.toThrow('lock timeout');
    expect((await root.query(`select from outbox_dead where consumer = 'blocked'`)).rowCount).toBe(0);
    await root.query(`create or replace function lock_out_of_reach() returns void language sql as ''`);
    expect(await drain(work, blocked, silent)).toBe('more');
  });

  it('given a busy consumer, when a second instance starts, then the second one skips it', async () => {
    const held = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    await work((tx) => register(tx, 'twin', 'now'));
    await append('slowly');
    const handle = () => {
      begun.resolve();
      return held.promise;
    };
    // An event is not read until every transaction of the server that began earlier has ended.
    const drainUntilBegun = async () => {
      for (;;) {
        const drained = await drain(work, { name: 'twin', handle }, silent);
        if (drained !== 'empty') return drained;
      }
    };
    const first = drainUntilBegun();
    await begun.promise;
    expect(await drain(work, listener('twin').consumer, silent)).toBe('busy');
    held.resolve();
    expect(await first).toBe('more');
  });
});
