import { createStressSums } from '@app/domain/contract';
import { parseDecimal, type Rate } from '@app/money';
import { seeded } from '../../trial/random.ts';
import { type Holding, makeHolding, positionOf, START } from './population.ts';

const SLICE = 500;
const STRESS_RATE = parseDecimal<Rate>('0.2');

export type SumsFigures = {
  /** µs to count a position, and to take it out. */
  readonly changeMicros: number;
  readonly rebuildMs: number;
  readonly longestSliceMs: number;
};

/** Measures the stress sums of one market: a change, and a rebuild in slices. */
export function measureSums(positions: number, seed: number): SumsFigures {
  const below = seeded(seed);
  const holdings = Array.from({ length: positions }, (_, id) => makeHolding(id, below));
  const sums = createStressSums<Holding>({ positionOf, items: () => holdings });
  for (const holding of holdings) sums.add(holding);
  sums.follow(START, STRESS_RATE);
  let longestSliceMs = 0;
  const startedMs = performance.now();
  for (let isBuilding = true; isBuilding; ) {
    const sliceStartedMs = performance.now();
    isBuilding = sums.rebuildSlice(SLICE);
    longestSliceMs = Math.max(longestSliceMs, performance.now() - sliceStartedMs);
  }
  const rebuildMs = performance.now() - startedMs;
  const some = holdings.slice(0, 10_000);
  const changesStartedMs = performance.now();
  for (const holding of some) {
    sums.remove(holding);
    sums.add(holding);
  }
  const changeMicros = ((performance.now() - changesStartedMs) * 1_000) / some.length;
  return { changeMicros, rebuildMs, longestSliceMs };
}
