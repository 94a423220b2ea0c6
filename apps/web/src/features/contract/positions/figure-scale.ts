import { divideRounded, max, min, type Price, subtract } from '@app/money';

/** Prices that a figure draws over each other; liquidation only if it is near enough. */
export type FigurePrices = {
  readonly entry: Price;
  readonly now: Price;
  readonly profit: Price | undefined;
  readonly loss: Price | undefined;
  readonly liquidation: Price | undefined;
  readonly curve: readonly Price[];
};

export type FigureScale = { readonly low: Price; readonly high: Price; readonly isLiquidationIn: boolean };

/** Steps of a figure's height, more than a screen has pixels. */
const STEPS = 10_000n;
/** Space above and below, as a part of the range, so that a stop can be dragged beyond it. */
const AIR = 5n;
/** A range below this part of the price is widened, so that a calm price is not a wild line. */
const LEAST = 200n;

/** Returns the range that a figure shows. Liquidation is in it if that does not more than double the range. */
export function figureScale({ entry, now, profit, loss, liquidation, curve }: FigurePrices): FigureScale {
  const prices = [entry, now, ...curve, ...[profit, loss].filter((it) => it !== undefined)];
  const low = prices.reduce((one, other) => min(one, other));
  const high = prices.reduce((one, other) => max(one, other));
  const least = divideRounded(entry, LEAST, 'down') as Price;
  const range = max(subtract(high, low), least);
  const isNear = liquidation !== undefined && liquidation > low - range && liquidation < high + range;
  const bottom = isNear ? min(low, liquidation) : low;
  const top = isNear ? max(high, liquidation) : high;
  const air = max(subtract(top, bottom), least) / AIR;
  const lowest = bottom - air;
  return { low: (lowest > 0n ? lowest : 0n) as Price, high: (top + air) as Price, isLiquidationIn: isNear };
}

/** Returns the place of a price from the top, 0 to 1; a price outside lies at the edge. */
export function placeOf(price: Price, { low, high }: FigureScale): number {
  const steps = ((high - price) * STEPS) / (high - low);
  const place = Number(steps) / Number(STEPS); // tidy: not money
  return Math.min(Math.max(place, 0), 1);
}

/** Returns the price at a place from the top. */
export function priceAt(place: number, { low, high }: FigureScale): Price {
  const clamped = Math.min(Math.max(place, 0), 1);
  return (high - ((high - low) * BigInt(Math.round(clamped * Number(STEPS)))) / STEPS) as Price; // tidy: not money
}

/** Moves labels apart until none covers another, each as little as possible; all stay between 0 and `most`. */
export function spreadLabels(places: readonly number[], gap: number, most: number): readonly number[] {
  const order = places.map((place, at) => ({ place, at })).sort((a, b) => a.place - b.place);
  let from = 0;
  for (const label of order) {
    label.place = Math.max(label.place, from);
    from = label.place + gap;
  }
  let until = most;
  for (const label of order.toReversed()) {
    label.place = Math.min(label.place, until);
    until = label.place - gap;
  }
  const spread = [...places];
  for (const { place, at } of order) spread[at] = place;
  return spread;
}
