import type { Tick } from '@app/domain/market';
import { floorTo, type Price } from '@app/money';
import { isMedian } from '@app/verifier';

const PLACES = 18;

/**
 * A venue may quote finer than our tick, and the index is their median rounded down to it. Then the sources are sealed
 * rounded down in the same way, as coarsely as needed and no more: so the price is exactly the middle one of them.
 */
export function onGrid(tick: Tick): Tick {
  for (let places = PLACES, step = 1n; places >= 0; places--, step *= 10n) {
    const sources = tick.sources.map((it) => ({ ...it, price: floorTo(it.price, step as Price) }));
    if (isMedian({ ...tick, sources })) return { ...tick, sources: sources.toSorted((a, b) => a.source - b.source) };
  }
  return tick;
}
