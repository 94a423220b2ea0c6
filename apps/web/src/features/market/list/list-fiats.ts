import { useMemo } from 'react';
import { usePreferences } from '../../../data/app/preferences.ts';
import { signOf } from '../../../data/market/estimate.ts';
import { useFiatRates } from '../../../data/market/fiat-rates.ts';
import { type Fiat, fiatOf } from './list-fiat.ts';

/** Computes each currency once, because every row needs it at every price update. */
export function useFiats(): (quote: string) => Fiat | undefined {
  const mine = usePreferences((preferences) => preferences.fiat);
  const all = useFiatRates(({ rates }) => rates);
  return useMemo(() => {
    const known = new Map<string, Fiat | undefined>();
    const sign = signOf(mine);
    return (quote) => {
      if (!known.has(quote)) known.set(quote, fiatOf(quote, sign, { mine: all[mine], all }));
      return known.get(quote);
    };
  }, [mine, all]);
}
