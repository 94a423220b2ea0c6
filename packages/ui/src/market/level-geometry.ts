import { type Decimal, max, min } from '@app/money';
import { positionBetween } from '../data/geometry.ts';

const AIR = 4n; // Margin: a quarter of the way from liquidation.

export type Levels = { liquidation: Decimal; entry: Decimal; now: Decimal; target?: Decimal | undefined };

/**
 * Returns the positions of entry and price on the line of a position, low prices left. Liquidation is one end and the
 * target the other; without a target there is a margin beyond the price.
 */
export function placeLevels({ liquidation, entry, now, target }: Levels): { entry: number; now: number } {
  const isLong = liquidation <= entry;
  const best = isLong ? max<Decimal>(entry, now) : min<Decimal>(entry, now);
  const air = (BigInt(best) - BigInt(liquidation)) / AIR + (isLong ? 1n : -1n); // Never zero, however close.
  const end = target ?? ((BigInt(best) + air) as Decimal);
  const [low, high] = isLong ? [liquidation, end] : [end, liquidation];
  return { entry: positionBetween(entry, low, high), now: positionBetween(now, low, high) };
}
