import { type Hours, isOpenAt } from '@app/domain/market';
import { assetOf } from './asset.ts';
import { curveOf, type Simulated } from './curve.ts';
import { hash, keyOf, share } from './noise.ts';
import { gridOf } from './price-grid.ts';
import { SIMULATED_VENUES } from './simulated-venues.ts';

const MINUTE_MS = 60_000;
const HALF_HOURS = Array.from({ length: 48 }, (_, index) => index * 30);
/** Any Wednesday: every market trades on it. */
const WEDNESDAY_MS = Date.UTC(2025, 0, 8);

/** What a market always trades, and how much more a move adds, over two minutes, a quarter of an hour and an hour. */
const CALM = 0.15;
const MOVES = [
  { minutes: 2, weight: 0.35 },
  { minutes: 16, weight: 0.25 },
  { minutes: 64, weight: 0.25 },
] as const;
const YEAR_MINUTES = 525_960;
/** Mean size of a normal move of deviation 1. */
const MEAN_SIZE = Math.sqrt(2 / Math.PI);

/** Minutes before a time whose prices its volume depends on. */
export const SALES_BEFORE = 64;

/** Returns the logarithm of the price at the start of an even minute. */
type LogPriceAt = (minute: number) => number;

/** Lots each venue sells over time: whole lots in every minute, so that parts add up exactly. */
export type Sales = {
  /** Returns the lots of all venues, in a minute in which the market is open. */
  inMinute(minute: number): number;
  /** Returns the lots of a venue with this share of the volume, while the market is open. */
  between(fromMs: number, toMs: number, part: number): number;
};

/**
 * Returns the sales of a market. They follow the size of its moves, up to the end of a minute and the one beside it;
 * only even minutes are looked at, which bars of every length have among their points.
 */
export function salesOf(
  { market, seed }: Simulated,
  logPriceAt: LogPriceAt = rememberedCurve({ market, seed }),
): Sales {
  const key = keyOf(seed, 'sales', market.symbol);
  const usual = usualLots({ market, seed });
  const usualMoves = MOVES.map(({ minutes, weight }) => ({
    minutes,
    factor: weight / (curveOf({ market, seed }).volatility * Math.sqrt(minutes / YEAR_MINUTES) * MEAN_SIZE),
  }));
  const liveliness = once((even: number) => {
    const end = logPriceAt(even + 2);
    return usualMoves.reduce(
      (sum, { minutes, factor }) => sum + factor * Math.abs(end - logPriceAt(even + 2 - minutes)),
      CALM,
    );
  });
  const traded = once(
    (minute: number) => usual * liveliness(minute - (minute % 2)) * (0.6 + 0.8 * share(hash(key, minute))),
  );
  const until = (atMs: number, minute: number, part: number) =>
    Math.floor(Math.floor(traded(minute) * part) * Math.min(1, Math.max(0, atMs / MINUTE_MS - minute)));
  return {
    inMinute: (minute) => {
      const all = traded(minute);
      let lots = 0;
      for (const { part } of SIMULATED_VENUES) lots += Math.floor(all * part);
      return lots;
    },
    between: (fromMs, toMs, part) => {
      let lots = 0;
      for (let minute = Math.floor(fromMs / MINUTE_MS); minute * MINUTE_MS < toMs; minute++)
        if (isOpenAt(market.hours, minute * MINUTE_MS)) lots += until(toMs, minute, part) - until(fromMs, minute, part);
      return lots;
    },
  };
}

/** Remembers the last result: quotes ask for the same minute several times a second. */
function once(compute: (minute: number) => number): (minute: number) => number {
  let at = Number.NaN;
  let value = 0;
  return (minute) => {
    if (minute !== at) {
      value = compute(minute);
      at = minute;
    }
    return value;
  };
}

const REMEMBERED_MAX = 1_000;

function rememberedCurve(simulated: Simulated): LogPriceAt {
  const curve = curveOf(simulated);
  const known = new Map<number, number>();
  return (minute) => {
    const value = known.get(minute) ?? curve.at(minute);
    if (known.size >= REMEMBERED_MAX) known.clear();
    known.set(minute, value);
    return value;
  };
}

/** Returns the lots of an ordinary minute: an ordinary day's turnover spread over the trading hours. */
function usualLots({ market }: Simulated): number {
  const { level, turnover } = assetOf(market.base, market.category);
  return gridOf(market).lotsFor(turnover * 1e6, level) / openMinutes(market.hours);
}

const openMinutes = (hours: Hours) =>
  30 * HALF_HOURS.filter((minute) => isOpenAt(hours, WEDNESDAY_MS + minute * MINUTE_MS)).length;
