import { type Amount, showFiat } from '@app/money';
import { useFiatRates } from './fiat-rates.ts';
import { usePreferences } from './preferences.ts';
import { useLocale } from './texts.ts';
import { RATE_OLD_MS } from './timing.ts';

/** `$` for USD in every language, `€`, `₺` …; the code itself where there is no sign. */
function signOf(currency: string): string {
  const parts = new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'narrowSymbol' });
  return parts.formatToParts(0).find(({ type }) => type === 'currency')?.value ?? currency;
}

/** What an amount of USDT is about worth in the user's currency, with the rate's time when that is old; '' when unknown. */
export function useEstimate(amount: Amount): string {
  const locale = useLocale();
  const fiat = usePreferences((preferences) => preferences.fiat);
  const { rates, saveTime } = useFiatRates();
  const rate = rates[fiat];
  if (rate === undefined) return '';
  const shown = showFiat(amount, rate, signOf(fiat));
  if (Date.now() - saveTime < RATE_OLD_MS) return shown;
  const at = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit' }).format(saveTime);
  return `${shown} · ${at}`;
}
