import { multiplyByCount, type Price } from '@app/money';
import type { BookLevel, BookLevels, BookSide } from './book-source.ts';
import { groupLevels } from './group-levels.ts';

const FACTORS = [1, 5];
const DECADES = 7;
/** Rows of a side on a phone. */
const ROWS_SHOWN = 7;
/** A side in fewer rows than this is no order book any more. */
const ROWS_LEAST = 4;

/**
 * Returns the steps an order book can be grouped by, finest first: the tick itself, and each step whose rows show at
 * least a quarter more levels than those of the step before it. Others would change nothing a user sees.
 */
export function bookSteps(tick: Price, levels: BookLevels | undefined): readonly Price[] {
  const steps = [tick];
  if (levels === undefined) return steps;
  let shown = levelsShown(levels, tick);
  for (let decade = 0; decade < DECADES; decade++) {
    for (const factor of FACTORS) {
      const step = multiplyByCount(tick, factor * 10 ** decade);
      const count = levelsShown(levels, step);
      if (count === undefined || shown === undefined) return steps;
      if (count * 4 < shown * 5) continue;
      steps.push(step);
      shown = count;
    }
  }
  return steps;
}

/** Returns how many levels the rows of the worse side contain; undefined if a side has too few rows. */
function levelsShown({ bids, asks }: BookLevels, step: Price): number | undefined {
  const counts = [countOf(bids, step, 'bid'), countOf(asks, step, 'ask')];
  return counts.includes(0) ? undefined : Math.min(...counts);
}

/** Returns zero for too few rows. */
function countOf(levels: readonly BookLevel[], step: Price, side: BookSide): number {
  const rows = groupLevels(levels, { step, side, most: ROWS_SHOWN });
  const last = rows.at(-1)?.[0];
  if (last === undefined || rows.length < ROWS_LEAST) return 0;
  return levels.filter(([price]) => (side === 'bid' ? price >= last : price <= last)).length;
}
