import { describe, expect, it } from 'vitest';
import { plainCaller } from '../../../../test/plain-caller.ts';
import type { Bus } from '../../../platform/bus/bus.ts';
import { makeToken } from '../secrets.ts';
import { type CachedCaller, createKnownCallers } from './known-callers.ts';

/** An API whose lookups wait until they are answered, and which receives what `report` publishes. */
async function openWaiting() {
  const waiting = new Map<string, (sessionId: bigint) => void>();
  let report: (ids: readonly bigint[]) => void = () => {};
  const listen: Bus['listen'] = (_subject, onMessage) => {
    report = (ids) => onMessage({ ids: ids.map(String) }, '');
    return () => {};
  };
  const callers = createKnownCallers({ listen } as Bus, {
    find: (token) =>
      new Promise<CachedCaller>((resolve) => {
        waiting.set(token, (sessionId) =>
          resolve({ caller: plainCaller({ userId: 1n, sessionId, mode: 'real' }), keepMs: 60_000 }),
        );
      }),
    findChanged: () => Promise.resolve({ ids: [], upTo: '1' }),
  });
  await callers.poll();
  /** Begins to read a caller; the returned function answers, and tells whether the caller was kept. */
  const begin = (sessionId: bigint) => {
    const token = makeToken();
    const reading = callers.find(token);
    return async () => {
      waiting.get(token)?.(sessionId);
      await reading;
      waiting.delete(token);
      await callers.poll();
      void callers.find(token);
      return !waiting.has(token);
    };
  };
  return { begin, report: (ids: readonly bigint[]) => report(ids) };
}

const idsUpTo = (count: number) => Array.from({ length: count }, (_, n) => BigInt(n + 1));

describe('what changes while callers are read', () => {
  it('given a report, then a reading of that session that began before is not kept, and all others are', async () => {
    const { begin, report } = await openWaiting();
    const before = begin(1n);
    const other = begin(2n);
    report([1n]);
    const after = begin(1n);
    expect(await Promise.all([before(), other(), after()])).toEqual([false, true, true]);
  });

  it('given two reports of one session, then only what began after the second is kept', async () => {
    const { begin, report } = await openWaiting();
    const first = begin(1n);
    report([1n]);
    const second = begin(1n);
    report([1n]);
    expect([await first(), await second(), await begin(1n)()]).toEqual([false, false, true]);
  });

  it('given more reports than are remembered, then no reading that began before is kept, and later ones are', async () => {
    const { begin, report } = await openWaiting();
    const own = begin(1n);
    const unreported = begin(1_000_000n);
    report(idsUpTo(100_001));
    const after = begin(1n);
    expect(await Promise.all([own(), unreported(), after()])).toEqual([false, false, true]);
  });

  it('given many readings and many reports, then memory grows with their sum, not with their product', async () => {
    const { begin, report } = await openWaiting();
    const readings = Array.from({ length: 200 }, (_, n) => begin(BigInt(n + 1)));
    const before = process.memoryUsage().heapUsed;
    report(idsUpTo(20_000));
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(40_000_000);
    expect(await readings[0]?.()).toBe(false);
  });
});
