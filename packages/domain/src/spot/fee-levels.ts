import { expectDefined } from '@app/base';
import type { Amount, Rate } from '@app/money';

/** What share of a fill's cost each role pays. */
export type FeeRates = { readonly maker: Rate; readonly taker: Rate };

/** Fees by what somebody traded in thirty days, in the quote currency; `volume` is where a level begins. */
export type FeeLevel = { readonly volume: Amount; readonly maker: Rate; readonly taker: Rate };

type Levels = { readonly feeLevels: readonly FeeLevel[] };

/** A level above the last is the last: whoever reached it keeps the best fees when levels are taken away. */
export function feesAt(level: number, { feeLevels }: Levels): FeeRates {
  const { maker, taker } = expectDefined(feeLevels[Math.min(level, feeLevels.length - 1)], 'a level of fees');
  return { maker, taker };
}

/** The highest level whose volume is reached; exactly reached is reached. */
export function levelFor(volume: Amount, { feeLevels }: Levels): number {
  return Math.max(
    feeLevels.findLastIndex((level) => volume >= level.volume),
    0,
  );
}
