import { type Holdings, holdingsOf, type RateOf, type Worth, worthOf } from '@app/domain/wallet';
import { useMemo } from 'react';
import type { Balance } from '../../../data/account/balances.ts';
import { coinsIn, type PriceMark } from './price-marks.ts';
import { useRates } from './rates.ts';

export type LiveWorth = {
  readonly rateOf: RateOf | undefined;
  /** Undefined while prices it needs have not loaded. */
  readonly worth: Worth | undefined;
  readonly holdings: Holdings;
  /** Freshness of each price used. */
  readonly marks: readonly PriceMark[];
};

const NO_RATES: RateOf = () => undefined;

/** Values balances at current prices, by the same rule on every screen and on the server. */
export function useWorth(list: readonly Balance[]): LiveWorth {
  const rates = useRates();
  const holdings = useMemo(() => holdingsOf(list), [list]);
  const coins = coinsIn(holdings);
  const rateOf = rates?.rateOf;
  return {
    rateOf,
    holdings,
    worth: rateOf === undefined && coins.length > 0 ? undefined : worthOf(holdings, rateOf ?? NO_RATES),
    marks: coins.flatMap((currency) => rates?.markOf(currency) ?? []),
  };
}
