import { formatDecimal, parseDecimal, type Rate } from '@app/money';
import { exchangeRate } from '@app/protocol/reference';
import { create } from 'zustand';
import { storage } from '../../lib/storage.ts';
import { keepFiat } from '../app/preferences.ts';
import { call } from '../call/call.ts';

/** Units of each currency per USD, and when they were fetched (spec 3: fiats with saveTime). */
type FiatRates = { readonly rates: Readonly<Record<string, Rate>>; readonly saveTime: number };

const NONE: FiatRates = { rates: {}, saveTime: 0 };
const DECIMAL = /^\d{1,20}(?:\.\d{1,18})?$/;

/** Returns the rates of the last visit, shown with their time until newer ones arrive. */
export function keptRates(kept: unknown): FiatRates {
  if (typeof kept !== 'object' || kept === null || !('rates' in kept) || !('saveTime' in kept)) return NONE;
  const texts = Object.entries(kept.rates ?? {}).filter(([, text]) => typeof text === 'string' && DECIMAL.test(text));
  const rates = Object.fromEntries(texts.map(([code, text]) => [code, parseDecimal<Rate>(String(text))]));
  return { rates, saveTime: Number(kept.saveTime) };
}

export const useFiatRates = create<FiatRates>(() => keptRates(storage.read('fiats')));

/** Fetches rates at every launch (spec 7); without a response the last known rates stay, with their time. */
export async function fetchFiatRates(): Promise<void> {
  const answer = await call(exchangeRate, {});
  const saveTime = Date.now();
  useFiatRates.setState({ rates: answer, saveTime });
  const texts = Object.fromEntries(Object.entries(answer).map(([code, rate]) => [code, formatDecimal(rate)]));
  storage.write('fiats', { rates: texts, saveTime });
  keepFiat();
}
