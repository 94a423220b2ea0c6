import { type Amount, type Decimal, type Price, showFiat } from '@app/money';
import { RATE_OLD_MS } from '../../lib/timing.ts';
import { usePreferences } from '../app/preferences.ts';
import { useFiatRates } from './fiat-rates.ts';

/**
 * Returns `$` for USD in every language, `HK$`, `€`, `₺` …: a sign that no other currency shares, or the code itself.
 */
export function signOf(currency: string): string {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'symbol' });
  return format.formatToParts(0).find(({ type }) => type === 'currency')?.value ?? currency;
}

/** `text` is empty while no rate is known; `since` is when the rate was fetched, set once the rate is old. */
export type Estimate = { readonly text: string; readonly since: number | undefined };

/** Returns the estimated price of one coin quoted in USDT; empty for a user of dollars, who would read it twice. */
export function usePriceEstimate(price: Price): string {
  const isInDollars = usePreferences((preferences) => preferences.fiat === 'USD');
  const { text } = useEstimate(price as Decimal as Amount); // One coin, in USDT.
  return isInDollars ? '' : text;
}

/** Returns the estimated value of an amount of USDT in the user's currency. */
export function useEstimate(amount: Amount): Estimate {
  const fiat = usePreferences((preferences) => preferences.fiat);
  const { rates, saveTime } = useFiatRates();
  const rate = rates[fiat];
  if (rate === undefined) return { text: '', since: undefined };
  const isOld = Date.now() - saveTime >= RATE_OLD_MS;
  return { text: showFiat(amount, rate, signOf(fiat)), since: isOld ? saveTime : undefined };
}
