import { COUNTRIES } from '@app/domain/auth';
import { useChosenCountry } from '../../../data/session/chosen-country.ts';
import { useClosedCountries } from './closed-countries.ts';
import { countryOfBrowser } from './country-list.ts';

/** Country of residence, as selected or as the browser reports, and whether accounts can be opened from there. */
export function useResidence() {
  const picked = useChosenCountry('residence');
  const { data: closed = [] } = useClosedCountries();
  const country = (picked ?? countryOfBrowser(COUNTRIES, navigator.languages))?.code;
  return { country, isClosed: country !== undefined && closed.includes(country) };
}
