import { COUNTRIES, type Country } from '@app/domain/auth';
import { countries } from '@app/protocol/reference';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../data/call/call.ts';
import { useChosenCountry } from '../../../data/session/chosen-country.ts';

export type NamedCountry = Country & { readonly name: string; readonly english: string; readonly section: string };

/**
 * Languages in Latin script. Readers of other scripts find a country under the letter of its English name, and search
 * in their own language.
 */
const LATIN = ['en', 'es', 'id', 'vi', 'tr'];

const fold = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '');

/** Returns countries by name in the reader's language, in its alphabetical order. */
export function nameCountries(countries: readonly Country[], locale: string): readonly NamedCountry[] {
  const own = namesIn(locale);
  const english = namesIn('en');
  const isLatin = LATIN.includes(new Intl.Locale(locale).language);
  const sorted = (country: NamedCountry) => (isLatin ? country.name : country.english);
  const letters = new Intl.Collator(isLatin ? locale : 'en');
  return countries
    .map(({ code, dial }) => {
      const named = { code, dial, name: own(code), english: english(code) };
      const first = fold(isLatin ? named.name : named.english).charAt(0);
      return { ...named, section: first.toLocaleUpperCase('en') };
    })
    .sort((one, other) => letters.compare(sorted(one), sorted(other)));
}

function namesIn(locale: string): (code: string) => string {
  const names = new Intl.DisplayNames([locale], { type: 'region' });
  return (code) => names.of(code) ?? code;
}

/** Returns the country in the browser's language tags, if we list it: `de-AT` means Austria, `de` means none. */
export function countryOfBrowser(countries: readonly Country[], languages: readonly string[]): Country | undefined {
  for (const language of languages) {
    const region = /^[a-z]{2,3}(?:-[a-z]{4})?-([a-z]{2})(?:-|$)/i.exec(language)?.[1]?.toUpperCase();
    const country = countries.find(({ code }) => code === region);
    if (country !== undefined) return country;
  }
  return undefined;
}

/** Country of residence, as selected or as the browser reports, and whether accounts can be opened from there. */
export function useResidence() {
  const picked = useChosenCountry('residence');
  const { data: closed = [] } = useClosedCountries();
  const country = (picked ?? countryOfBrowser(COUNTRIES, navigator.languages))?.code;
  return { country, isClosed: country !== undefined && closed.includes(country) };
}

const HOUR_MS = 3_600_000;

/** Countries whose residents cannot open an account here. */
export const useClosedCountries = () =>
  useQuery({
    queryKey: ['closed-countries'],
    queryFn: async ({ signal }) => (await call(countries, {}, { signal })).closed,
    staleTime: HOUR_MS,
  });
