import { type Decimal, max, min, type Price } from '@app/money';

/** A price of the index at a time. */
export type Point = { readonly at: number; readonly price: Price };

/** The hours that are drawn, and what is marked in them. */
export type LiquidationSpan = {
  readonly from: number;
  readonly to: number;
  readonly openedAt: number;
  readonly closedAt: number;
};

const MINUTE_MS = 60_000;
const SHOWN_MIN_MS = 30 * MINUTE_MS;
/** Share of the time before the close that is shown after it. */
const AFTER_SHARE = 0.4;

/** Returns the time around a forced close: from the opening, at least half an hour, and some time after it. */
export function spanAround(openedAt: number, closedAt: number, now: number): LiquidationSpan {
  const from = Math.min(openedAt, closedAt - SHOWN_MIN_MS);
  const after = Math.round((closedAt - from) * AFTER_SHARE);
  return { from, to: Math.max(Math.min(closedAt + after, Math.floor(now)), closedAt), openedAt, closedAt };
}

/** Bars of a chart of this length: enough for its shape, and one request. */
const BARS_MAX = 240;
const BARS = [
  { period: '1min', ms: MINUTE_MS },
  { period: '5min', ms: 5 * MINUTE_MS },
  { period: '30min', ms: 30 * MINUTE_MS },
  { period: '4hour', ms: 240 * MINUTE_MS },
  { period: '1day', ms: 1_440 * MINUTE_MS },
] as const;
const LONGEST = { period: '1week', ms: 10_080 * MINUTE_MS } as const;

/** Returns the bars that draw a span. */
export const barsFor = ({ from, to }: Pick<LiquidationSpan, 'from' | 'to'>) =>
  BARS.find(({ ms }) => (to - from) / ms <= BARS_MAX) ?? LONGEST;

type Levels = { readonly entry: Price; readonly liquidation: Price };
type Box = {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
};

export type LiquidationCurve = {
  readonly before: string;
  readonly area: string;
  readonly after: string;
  readonly entryY: number;
  readonly liquidationY: number;
  /** Where it was opened and closed. */
  readonly start: readonly [x: number, y: number];
  readonly end: readonly [x: number, y: number];
};

/**
 * Draws the way of the index from the entry to the forced close, and on from there. The entry itself and the price of the
 * close are points of it, so that the curve begins and ends on what is marked.
 */
export function drawLiquidation(
  points: readonly Point[],
  { from, to, openedAt, closedAt }: LiquidationSpan,
  { entry, liquidation, index }: Levels & { readonly index: Price },
  { left, right, top, bottom }: Box,
): LiquidationCurve {
  const prices: Price[] = [entry, liquidation, index, ...points.map(({ price }) => price)];
  const low = prices.reduce((one, other) => min(one, other));
  const high = prices.reduce((one, other) => max(one, other));
  const xOf = (at: number) =>
    short(left + (Math.min(Math.max(at - from, 0), to - from) / (to - from || 1)) * (right - left));
  const yOf = (price: Decimal) => short(top + partOf(high - price, high - low) * (bottom - top));
  const line = (list: readonly Point[]) =>
    list.map(({ at, price }, place) => `${place === 0 ? 'M' : 'L'}${xOf(at)} ${yOf(price)}`).join('');
  const close = { at: closedAt, price: index };
  const open = { at: openedAt, price: entry };
  const until = [open, ...points.filter(({ at }) => at > openedAt && at < closedAt), close];
  const earlier = points.filter(({ at }) => at <= openedAt);
  const later = [close, ...points.filter(({ at }) => at > closedAt)];
  const entryY = yOf(entry);
  return {
    before: `${line(earlier)}${line(until)}`,
    area: `${line(until)}L${xOf(closedAt)} ${entryY}L${xOf(openedAt)} ${entryY}Z`,
    after: later.length < 2 ? '' : line(later),
    entryY,
    liquidationY: yOf(liquidation),
    start: [xOf(openedAt), entryY],
    end: [xOf(closedAt), yOf(index)],
  };
}

/** Coordinates are no money: three digits are enough. */
const partOf = (part: bigint, whole: bigint) => (whole === 0n ? 0.5 : Number((part * 10_000n) / whole) / 10_000);
const short = (coordinate: number) => Number(coordinate.toFixed(1));
