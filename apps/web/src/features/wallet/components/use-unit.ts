import { useFiatRates } from '../../../shared/fiat-rates.ts';
import { usePreferences } from '../../../shared/preferences.ts';
import { type Unit, unitOf } from '../model/unit.ts';

/** Returns the user's currency as soon as its rate is known. */
export function useUnit(): Unit {
  const fiat = usePreferences((preferences) => preferences.fiat);
  return unitOf(fiat, useFiatRates(), Date.now());
}
