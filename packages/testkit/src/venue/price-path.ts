import { floorTo, formatDecimal, type Price, parseDecimal } from '@app/money';

/** A point of a path: from `atMs` on the price holds. With `isRamp` it moves there in a straight line from the point before. */
type PathPoint = { readonly atMs: number; readonly price: string; readonly isRamp?: boolean };

/** A script of one market: one price, or its first price and the points after it, in milliseconds since the path began. */
export type PriceScript = string | readonly [string, ...PathPoint[]];

/** Returns the price of a market at a time since its path began. */
export type PricePath = (elapsedMs: number) => Price;

const GRID = parseDecimal<Price>('0.00000001');

/** Reads a script; throws for one that is not readable, whose points are out of order, or that has no positive price. */
export function readPriceScript(script: PriceScript): PricePath {
  const [first, ...rest] = typeof script === 'string' ? [script] : script;
  const points = [{ atMs: 0, price: first, isRamp: false }, ...rest].map(({ atMs, price, isRamp = false }) => ({
    atMs,
    price: readPrice(price),
    isRamp,
  }));
  points.forEach(({ atMs }, index) => {
    const beforeMs = points[index - 1]?.atMs ?? 0;
    if (!Number.isSafeInteger(atMs) || atMs < beforeMs) throw new Error(`a point at ${atMs} ms is out of order`);
  });
  return (elapsedMs) => {
    const index = points.findLastIndex(({ atMs }) => atMs <= elapsedMs);
    const from = points[Math.max(index, 0)];
    const to = points[index + 1];
    if (from === undefined) throw new Error('a path has at least one point');
    if (to?.isRamp !== true) return from.price;
    const passed = BigInt(Math.floor(elapsedMs - from.atMs));
    const moved = ((to.price - from.price) * passed) / BigInt(to.atMs - from.atMs);
    return floorTo((from.price + moved) as Price, GRID); // The sum of a price and a part of the way to another.
  };
}

function readPrice(text: string): Price {
  const price = parseDecimal<Price>(text);
  if (price < GRID) throw new Error(`a scripted price must be at least ${formatDecimal(GRID)}`);
  return price;
}
