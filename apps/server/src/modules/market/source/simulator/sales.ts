import { type Hours, isOpenAt } from '@app/domain/market';
import { assetOf } from './asset.ts';
import type { Simulated } from './curve.ts';
import { hash, keyOf, share } from './noise.ts';
import { gridOf } from './price-grid.ts';
import { SIMULATED_VENUES } from './simulated-venues.ts';

const MINUTE_MS = 60_000;
const DAY_MINUTES = 1440;
const HALF_HOURS = Array.from({ length: 48 }, (_, index) => index * 30);
/** Any Wednesday: every market trades on it. */
const WEDNESDAY_MS = Date.UTC(2025, 0, 8);

/** Volume peaks when Europe and America are both open. */
const LIVELIEST_MINUTE = 15 * 60;
const SHAPE = Float64Array.from(
  { length: DAY_MINUTES },
  (_, minute) => 1 + 0.5 * Math.cos(((minute - LIVELIEST_MINUTE) / DAY_MINUTES) * 2 * Math.PI),
);

/** Lots each venue sells over time: whole lots in every minute, so that parts add up exactly. */
export type Sales = {
  /** Returns the lots of all venues, in a minute in which the market is open. */
  inMinute(minute: number): number;
  /** Returns the lots of a venue with this share of the volume, while the market is open. */
  between(fromMs: number, toMs: number, part: number): number;
};

export function salesOf({ market, seed }: Simulated): Sales {
  const key = keyOf(seed, 'sales', market.symbol);
  const usual = usualLots({ market, seed });
  const traded = (minute: number) => usual * (SHAPE[minute % DAY_MINUTES] ?? 1) * (0.5 + share(hash(key, minute)));
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

/** Returns the lots of an ordinary minute: an ordinary day's turnover spread over the trading hours. */
function usualLots({ market }: Simulated): number {
  const { level, turnover } = assetOf(market.base, market.category);
  return gridOf(market).lotsFor(turnover * 1e6, level) / openMinutes(market.hours);
}

const openMinutes = (hours: Hours) =>
  30 * HALF_HOURS.filter((minute) => isOpenAt(hours, WEDNESDAY_MS + minute * MINUTE_MS)).length;
