import { expectDefined } from '@app/base';
import type { Amount, Rate } from '@app/money';

/** Fee of each role, as a share of a fill's cost. */
export type FeeRates = { readonly maker: Rate; readonly taker: Rate };

/** Fees by a user's thirty-day trading volume in the quote currency; `volume` is where a level begins. */
export type FeeLevel = { readonly volume: Amount; readonly maker: Rate; readonly taker: Rate };

type Levels = { readonly feeLevels: readonly FeeLevel[] };

/**
 * Returns the fees of a level. A level above the last gets the last: users who reached it keep the best fees when
 * levels are removed.
 */
export function feesAt(level: number, { feeLevels }: Levels): FeeRates {
  const { maker, taker } = expectDefined(feeLevels[Math.min(level, feeLevels.length - 1)], 'a level of fees');
  return { maker, taker };
}

/** Returns the highest level whose volume is reached (inclusive). */
export function levelFor(volume: Amount, { feeLevels }: Levels): number {
  return Math.max(
    feeLevels.findLastIndex((level) => volume >= level.volume),
    0,
  );
}
