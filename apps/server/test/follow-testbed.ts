import { pino } from 'pino';
import { onTestFinished } from 'vitest';
import { followBlocks, type SealedBlock } from '../src/modules/market/block/index.ts';
import type { Bus } from '../src/platform/bus/bus.ts';
import type { PriceTestbed } from './price-testbed.ts';

type Followed = {
  readonly numbers: readonly number[];
  readonly batches: readonly (readonly SealedBlock[])[];
  /** Errors and warnings logged meanwhile. */
  readonly complaints: readonly Record<string, unknown>[];
  stop(): Promise<void>;
};
type How = { readonly after?: number; readonly failures?: number };

/** Follows blocks until the test ends and records them. */
export function follow(testbed: PriceTestbed, bus: Bus, { after, failures = 0 }: How = {}): Followed {
  const stopping = new AbortController();
  const numbers: number[] = [];
  const batches: (readonly SealedBlock[])[] = [];
  const complaints: Record<string, unknown>[] = [];
  let left = failures;
  const onBlocks = (blocks: readonly SealedBlock[]) => {
    if (left-- > 0) throw new Error('not now');
    batches.push(blocks);
    numbers.push(...blocks.map(({ number }) => number));
  };
  const log = pino({ level: 'warn' }, { write: (line) => void complaints.push(JSON.parse(line)) });
  const ended = followBlocks(
    { db: testbed.as('app').db, bus, log },
    { onBlocks, ...(after === undefined ? {} : { after }) },
    stopping.signal,
  );
  const stop = () => {
    stopping.abort();
    return ended;
  };
  onTestFinished(stop);
  return { numbers, batches, complaints, stop };
}
