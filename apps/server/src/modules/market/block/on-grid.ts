import type { Tick } from '@app/domain/market';
import { floorTo, type Price } from '@app/money';
import { isMedian } from '@app/verifier';

const PLACES = 18;

/**
 * Rounds a tick's sources onto the price grid. A venue may quote finer than our tick, and the index is the median
 * rounded down to it. The sources are then sealed rounded down the same way, as coarsely as needed and no more, so the
 * price is exactly their median.
 */
export function onGrid(tick: Tick): Tick {
  for (let places = PLACES, step = 1n; places >= 0; places--, step *= 10n) {
    const sources = tick.sources.map((it) => ({ ...it, price: floorTo(it.price, step as Price) }));
    if (isMedian({ ...tick, sources })) return { ...tick, sources: sources.toSorted((a, b) => a.source - b.source) };
  }
  return tick;
}
