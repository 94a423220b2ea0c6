import { WORTH_CURRENCY } from '@app/domain/wallet';
import { ONE, type Rate } from '@app/money';
import { usePreferences } from '../../../data/app/preferences.ts';
import { signOf } from '../../../data/market/estimate.ts';
import { useFiatRates } from '../../../data/market/fiat-rates.ts';
import { RATE_OLD_MS } from '../../../lib/timing.ts';

/** Display unit of values: the user's currency, or USDT where no rate is known. */
export type Unit = {
  readonly sign: string;
  readonly rate: Rate;
  readonly name: string;
  /** Time its rate was fetched, set once the rate is old. */
  readonly since?: number;
};
export const PLAIN_UNIT: Unit = { sign: '', rate: ONE as Rate, name: WORTH_CURRENCY };

type Fiats = { readonly rates: Readonly<Record<string, Rate>>; readonly saveTime: number };

export function unitOf(fiat: string, { rates, saveTime }: Fiats, nowMs: number): Unit {
  const rate = rates[fiat];
  if (rate === undefined) return PLAIN_UNIT;
  const unit = { sign: signOf(fiat), rate, name: fiat };
  return nowMs - saveTime >= RATE_OLD_MS ? { ...unit, since: saveTime } : unit;
}

/** Returns the user's currency as soon as its rate is known. */
export function useUnit(): Unit {
  const fiat = usePreferences((preferences) => preferences.fiat);
  return unitOf(fiat, useFiatRates(), Date.now());
}
