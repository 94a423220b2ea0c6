import { describe, expect, it } from 'vitest';
import { countryOfBrowser, nameCountries } from './country-list.ts';

const SOME = [
  { code: 'AT', dial: '43' },
  { code: 'DE', dial: '49' },
  { code: 'TR', dial: '90' },
  { code: 'AX', dial: '358' },
  { code: 'IQ', dial: '964' },
  { code: 'CN', dial: '86' },
];
const codes = (locale: string) => nameCountries(SOME, locale).map(({ code }) => code);
const find = (locale: string, code: string) => nameCountries(SOME, locale).find((country) => country.code === code);

describe('the list of countries', () => {
  it('is sorted by the names in the reader’s language, accents or not', () => {
    expect(codes('en')).toEqual(['AX', 'AT', 'CN', 'DE', 'IQ', 'TR']);
    expect(codes('es').indexOf('DE')).toBeLessThan(codes('es').indexOf('AT')); // Alemania, Austria.
    expect(find('en', 'AX')).toMatchObject({ name: 'Åland Islands', section: 'A' });
    expect(find('es', 'DE')).toMatchObject({ name: 'Alemania', english: 'Germany', section: 'A', dial: '49' });
  });

  it('has a Turkish İ under I, where the index shows it', () => {
    expect(nameCountries([{ code: 'IL', dial: '972' }], 'tr')[0]).toMatchObject({ name: 'İsrail', section: 'I' });
  });

  it.each(['zh-CN', 'zh-HK', 'ja', 'ko', 'th'])('in %s is sorted by the letters of the English names', (locale) => {
    expect(codes(locale)).toEqual(codes('en'));
    expect(new Set(nameCountries(SOME, locale).map(({ section }) => section))).toEqual(
      new Set(['A', 'C', 'G', 'I', 'T']),
    );
    expect(find(locale, 'DE')?.name).not.toBe('Germany');
  });
});

describe('the country from the browser', () => {
  it.each([
    [['de-AT', 'de'], 'AT'],
    [['de', 'tr-TR'], 'TR'],
    [['zh-Hans-CN'], 'CN'],
    [['en-US', 'de-DE'], 'DE'],
    [['en', 'de'], undefined],
    [['es-419'], undefined],
    [[], undefined],
  ])('of %j is %s', (languages, expected) => {
    expect(countryOfBrowser(SOME, languages)?.code).toBe(expected);
  });
});
