import { type Holdings, holdingsOf, type RateOf, type Worth, worthOf } from '@app/domain/wallet';
import { useMemo } from 'react';
import type { Balance } from '../../../shared/balances.ts';
import { coinsIn, type PriceMark } from '../model/price-marks.ts';
import { useRates } from './rates.ts';

export type LiveWorth = {
  readonly rateOf: RateOf | undefined;
  /** Nothing while it needs prices that are yet to come. */
  readonly worth: Worth | undefined;
  readonly holdings: Holdings;
  /** How alive each price in it is. */
  readonly marks: readonly PriceMark[];
};

const NO_RATES: RateOf = () => undefined;

/** What these balances are worth at this moment's prices: the same rule for every screen, and the server's. */
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
