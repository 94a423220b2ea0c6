import { max, ONE, type Price } from '@app/money';
import { type Standing, standingAt } from '../bets/bet-state.ts';
import type { WireBet } from '../bets/open-bets.ts';
import type { Point } from './tick-trail.ts';

/** Area of the curve in pixels. Prices are written right of it, times below it. */
export type Plot = { readonly width: number; readonly top: number; readonly bottom: number };
type Span = { readonly from: number; readonly now: number; readonly to: number };
type Scale = {
  readonly xOf: (ms: number) => number;
  /** Pixel column of a time: cheaper than its place, and asked for every price. */
  readonly columnOf: (ms: number) => number;
  readonly yOf: (price: Price) => number;
};

const MINUTE_MS = 60_000;
/** Share of the future's length that is shown of the past, so that the entry of every open bet is visible. */
const PAST_SHARE = 1.2;

/** Returns the time that is drawn: as long as the longest open bet, or the chosen one, and the time before. */
export function spanAt(now: number, lengths: readonly number[]): Span {
  const ahead = Math.max(MINUTE_MS, ...lengths.map((seconds) => seconds * 1_000));
  return { from: now - ahead * PAST_SHARE, now, to: now + ahead };
}

/** Steps between places of a position; more than a screen has pixels. */
const STEPS = 10_000n;
/** Space above and below the curve, as a part of its height. */
const PADDING = 12n;

/** Returns the lowest and the highest price, which alone decide scale and grid. */
export function extremesOf(prices: readonly Price[]): readonly [Price, Price] {
  const [first = 0n as Price] = prices;
  let lowest = first;
  let highest = first;
  for (const price of prices) {
    if (price < lowest) lowest = price;
    if (price > highest) highest = price;
  }
  return [lowest, highest];
}

/** Returns where times and prices are drawn. */
export function scaleOf(prices: readonly Price[], tick: Price, { from, to }: Span, plot: Plot): Scale {
  const [lowest, highest] = extremesOf(prices);
  const padding = max<Price>(((highest - lowest) / PADDING) as Price, (tick * 2n) as Price);
  const low = lowest - padding;
  const height = highest + padding - low;
  const placeOf = (ms: number) => ((ms - from) / (to - from)) * plot.width;
  return {
    xOf: (ms) => short(placeOf(ms)),
    columnOf: (ms) => Math.round(placeOf(ms)),
    yOf: (price) => {
      const steps = ((price - low) * STEPS) / height;
      return short(plot.bottom - (Number(steps) / Number(STEPS)) * (plot.bottom - plot.top)); // tidy: not money
    },
  };
}

/** Rounds to half a pixel, so that a tick changes few of the drawn coordinates. */
const short = (coordinate: number) => Math.round(coordinate * 2) / 2;

/** Draws straight segments through points; several in one pixel column are one. */
export function linePath(points: readonly Point[], { xOf, columnOf, yOf }: Scale): string {
  let path = '';
  let column: number | undefined;
  for (const [index, { at, price }] of points.entries()) {
    const own = columnOf(at);
    const isLast = index === points.length - 1;
    if (own === column && !isLast) continue;
    column = own;
    path += `${path === '' ? 'M' : 'L'}${xOf(at)} ${yOf(price)}`;
  }
  return path;
}

/** Prices at which a line is drawn: round ones, at most this many. */
const GRID_MAX = 6n;

/** Returns round prices between the lowest and the highest. */
export function gridOf(prices: readonly Price[], tick: Price): readonly Price[] {
  const [lowest, highest] = extremesOf(prices);
  let step: bigint = tick > 0n ? tick : ONE;
  for (const factor of factors()) {
    step = tick * factor;
    if ((highest - lowest) / step < GRID_MAX) break;
  }
  const first = ((lowest + step - 1n) / step) * step;
  const grid: Price[] = [];
  for (let price = first; price <= highest; price += step) grid.push(price as Price);
  return grid;
}

/** Yields 1, 2, 5, 10, 20, 50 … */
function* factors(): Generator<bigint> {
  for (let power = 1n; power < 10n ** 24n; power *= 10n) yield* [power, power * 2n, power * 5n];
}

/** An open bet as it is drawn. */
export type DrawnBet = {
  readonly bet: WireBet;
  readonly standing: Standing;
  readonly entryX: number;
  readonly entryY: number;
  readonly expiryX: number;
  /** Area between the price and the entry; only for the first few, so that they stay apart. */
  readonly band: string | undefined;
};

const BANDS_MAX = 2;

/** Draws the running bets, the one that ends first at the front. */
export function drawBets(bets: readonly WireBet[], points: readonly Point[], scale: Scale): readonly DrawnBet[] {
  const last = points.at(-1);
  if (last === undefined) return [];
  return bets
    .flatMap((bet) => {
      const { entry_price: price, entry_time: at, expires } = bet;
      return price === null || at === null || expires === null ? [] : [{ bet, price, at, expires }];
    })
    .sort((a, b) => a.expires - b.expires)
    .map(({ bet, price, at, expires }, index) => ({
      bet,
      standing: standingAt(bet, last.price) ?? 'level',
      entryX: scale.xOf(at),
      entryY: scale.yOf(price),
      expiryX: scale.xOf(expires),
      band: index < BANDS_MAX ? bandPath({ at, price }, points, scale) : undefined,
    }));
}

/** Draws the area between the price and an entry, from the entry on, or from the first price that was followed here. */
function bandPath(entry: Point, points: readonly Point[], scale: Scale): string | undefined {
  const later = points.filter(({ at }) => at > entry.at);
  const isFollowed = points.length > later.length;
  const since = isFollowed ? [entry, ...later] : later;
  const [first] = since;
  const last = since.at(-1);
  if (first === undefined || last === undefined || since.length < 2) return undefined;
  const level = scale.yOf(entry.price);
  return `${linePath(since, scale)}L${scale.xOf(last.at)} ${level}L${scale.xOf(first.at)} ${level}Z`;
}

/** Keeps labels that have room: each at least this far from those before it, which matter more. */
export function withRoom<Label extends { readonly y: number }>(labels: readonly Label[], apart: number): Label[] {
  const kept: Label[] = [];
  for (const label of labels) if (kept.every(({ y }) => Math.abs(y - label.y) >= apart)) kept.push(label);
  return kept;
}
