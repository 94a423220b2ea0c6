import { type Amount, absolute, add, type Decimal, max, type Price, subtract, ZERO } from '@app/money';
import { positionBetween } from '../../data/geometry.ts';
import type { BookLevel, BookLevels, BookSide } from './book-source.ts';

/** Cumulative amount from the best price up to this one. */
export type DepthPoint = { readonly side: BookSide; readonly price: Price; readonly sum: Amount };

export type DepthCurve = {
  readonly middle: Price;
  /** Prices at both ends, equally far from the mid. */
  readonly low: Price;
  readonly high: Price;
  /** Best first. */
  readonly bids: readonly DepthPoint[];
  readonly asks: readonly DepthPoint[];
  readonly most: Amount;
};
export type DepthBox = { readonly width: number; readonly height: number };

/**
 * Levels farther from the mid than a twentieth of it are left out: they do not trade, and one such order would squeeze
 * the others together.
 */
const REACH = 20n;

/** Returns the cumulative depth of both sides, or undefined if the order book is empty. */
export function depthCurve({ bids, asks }: BookLevels): DepthCurve | undefined {
  const best = [bids[0]?.[0] ?? asks[0]?.[0], asks[0]?.[0] ?? bids[0]?.[0]] as const;
  if (best[0] === undefined || best[1] === undefined) return undefined;
  const middle = ((best[0] + best[1]) / 2n) as Price;
  const apart = (price: Price) => absolute(subtract<Price>(price, middle));
  const near = (levels: readonly BookLevel[]) =>
    levels.filter(([price], index) => index === 0 || apart(price) <= middle / REACH);
  const sums = { bids: sumUp(near(bids), 'bid'), asks: sumUp(near(asks), 'ask') };
  const ends = [sums.bids.at(-1)?.price ?? middle, sums.asks.at(-1)?.price ?? middle];
  const reach = ends.map(apart).reduce((a, b) => max(a, b));
  const most = max(sums.bids.at(-1)?.sum ?? ZERO, sums.asks.at(-1)?.sum ?? ZERO);
  return { middle, low: subtract(middle, reach), high: add(middle, reach), ...sums, most };
}

function sumUp(levels: readonly BookLevel[], side: BookSide): readonly DepthPoint[] {
  let sum = ZERO;
  return levels.map(([price, amount]) => {
    sum = add(sum, amount);
    return { side, price, sum };
  });
}

/** Returns one side as a step path from the baseline at its best price outwards. */
export function depthStairs(curve: DepthCurve, side: BookSide, box: DepthBox): { line: string; area: string } {
  const points = side === 'bid' ? curve.bids : curve.asks;
  const xOf = (price: Decimal) => round(positionBetween(price, curve.low, curve.high) * box.width);
  const yOf = (sum: Decimal) => round((1 - positionBetween(sum, ZERO, curve.most)) * box.height);
  const [first] = points;
  if (first === undefined) return { line: '', area: '' };
  const steps = points.map(({ price, sum }) => `H${xOf(price)}V${yOf(sum)}`).join('');
  const edge = side === 'bid' ? 0 : box.width;
  const line = `M${xOf(first.price)} ${box.height}${steps}H${edge}`;
  return { line, area: `${line}V${box.height}Z` };
}

/**
 * Returns the point under the pointer, where 0 is the left end and 1 the right one; between the best prices, the nearer
 * of them.
 */
export function depthAt({ middle, low, high, bids, asks }: DepthCurve, share: number): DepthPoint | undefined {
  const reached = (points: readonly DepthPoint[], isReached: (place: number) => boolean) =>
    points.findLast(({ price }) => isReached(positionBetween(price, low, high))) ?? points[0];
  return share < positionBetween(middle, low, high)
    ? reached(bids, (place) => place >= share)
    : reached(asks, (place) => place <= share);
}

const round = (pixels: number) => Number(pixels.toFixed(1));
