import { usePreferences } from '../../../data/app/preferences.ts';
import { useFiatRates } from '../../../data/market/fiat-rates.ts';
import { type Unit, unitOf } from './unit.ts';

/** Returns the user's currency as soon as its rate is known. */
export function useUnit(): Unit {
  const fiat = usePreferences((preferences) => preferences.fiat);
  return unitOf(fiat, useFiatRates(), Date.now());
}
