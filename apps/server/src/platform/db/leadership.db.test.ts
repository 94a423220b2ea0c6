import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openTestbed, silent, type Testbed } from '../../../test/testbed.ts';
import { beatWhile, type Candidate, runCandidate } from './leadership.ts';
import { beatLease, Fenced, holdLease, type Lease } from './lease.ts';
import { transactOn } from './transact.ts';

let testbed: Testbed;

beforeAll(async () => {
  testbed = await openTestbed('engine');
});

const running: (() => Promise<void>)[] = [];
afterEach(async () => void (await Promise.all(running.splice(0).map((stop) => stop()))));

/** Runs a candidate with a connection of its own and notes what happens to it. */
function run(name: string, lead: Candidate['lead'], staleAfterMs = 60_000) {
  const { db } = testbed.as('engine', 1);
  const ending = new AbortController();
  const seen: string[] = [];
  const candidate: Candidate = {
    db,
    name,
    log: silent,
    staleAfterMs,
    pauseMs: () => 10,
    lead: async (lease, signal) => {
      seen.push(`leads ${lease.epoch}`);
      await lead(lease, signal);
    },
    whileWaiting: () => {
      if (seen.at(-1) !== 'waits') seen.push('waits');
      return Promise.resolve();
    },
    onFailure: (error) => seen.push(error instanceof Error ? error.name : 'failure'),
  };
  const ended = runCandidate(candidate, ending.signal);
  const stop = async () => {
    ending.abort();
    await ended;
  };
  running.push(stop);
  return { db, seen, stop };
}

const untilAborted = (_lease: Lease, signal: AbortSignal) =>
  new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));

describe('a candidate', () => {
  it('given a leader, when it stops, then the one that waits leads the next epoch at once', async () => {
    const first = run('spot-stops', untilAborted);
    await expect.poll(() => first.seen).toEqual(['leads 1']);
    const second = run('spot-stops', untilAborted);
    await expect.poll(() => second.seen).toEqual(['waits']);
    await first.stop();
    await expect.poll(() => second.seen).toEqual(['waits', 'leads 2']);
    await second.stop();
  });

  it('given it was fenced, when another leads, then it reports why and waits again', async () => {
    const first = run('spot-fenced', async (lease, signal) => {
      while (!signal.aborted) await transactOn(first.db)((tx) => holdLease(tx, lease));
    });
    await expect.poll(() => first.seen).toEqual(['leads 1']);
    const second = run('spot-fenced', untilAborted, -1);
    await expect.poll(() => second.seen.slice(0, 1)).toEqual(['leads 2']);
    await expect.poll(() => first.seen.at(-1)).toBe('waits');
    expect(first.seen).toEqual(['leads 1', expect.any(String), 'waits']); // Fenced, or the end of its connection.
    await Promise.all([first.stop(), second.stop()]);
  });

  it('given its work throws, then its lease is not released, because a transaction of it may still run', async () => {
    const failing = run('spot-throws', () => Promise.reject(new Error('broken')));
    await expect.poll(() => failing.seen).toEqual(['leads 1', 'Error', 'waits']);
    await failing.stop();
  });
});

describe('heartbeats during slow work', () => {
  it('given work that takes a while, then they continue until it ends, and its result is returned', async () => {
    let beats = 0;
    const beat = () => Promise.resolve(beats++);
    const work = Promise.withResolvers<string>();
    const result = beatWhile(work.promise, { everyMs: 20, beat });
    await expect.poll(() => beats).toBeGreaterThan(2);
    work.resolve('done');
    expect(await result).toBe('done');
  });

  it('given the lease is lost meanwhile, then that is thrown, whatever the work does', async () => {
    const { db } = testbed.as('engine', 1);
    const beat = () => beatLease(transactOn(db), { name: 'nothing', epoch: 1n });
    await expect(beatWhile(new Promise(() => {}), { everyMs: 20, beat })).rejects.toThrow(Fenced);
  });

  it('given the work fails, then its error is thrown', async () => {
    const work = Promise.reject(new Error('unreadable'));
    await expect(beatWhile(work, { everyMs: 20, beat: () => Promise.resolve() })).rejects.toThrow('unreadable');
  });
});
