import { drawSome } from '../../trial/draw.ts';
import { seeded } from '../../trial/random.ts';
import type { Times } from './faults.ts';

/** Faults of one kind. The short form draws `short` of them, once each; the long form injects all, as often as it says. */
export type FaultGroup = { readonly short: number; readonly long: Readonly<Record<string, number>> };

/** Returns the number of injections of each fault; the seed draws those of the short form from every group. */
export function drawTimes(groups: readonly FaultGroup[], seed: number): Readonly<Record<string, Times>> {
  const below = seeded(seed);
  return Object.fromEntries(
    groups.flatMap(({ short, long }) => {
      const drawn = drawSome(Object.keys(long), short, below);
      return Object.entries(long).map(([name, times]) => [name, { short: drawn.includes(name) ? 1 : 0, long: times }]);
    }),
  );
}
