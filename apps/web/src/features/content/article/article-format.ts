import { LANGUAGES, languageOr } from '@app/i18n';
import { useLocale } from '../../../data/app/texts.ts';

/** Returns the `lang` attribute for the language an article is written in. */
export const localeOf = (language: string): string => LANGUAGES[languageOr(language)];

/** Returns the id in an address, or undefined if it is not a valid id. */
export const articleIdIn = (text: string | null): bigint | undefined =>
  text !== null && /^[1-9]\d{0,17}$/.test(text) ? BigInt(text) : undefined;

export const articlePath = (id: bigint): string => `/pages/common/article?id=${id}`;

/** Formats the day of a timestamp in the reader's locale and time zone. */
export function useDay(dateStyle: 'long' | 'medium' = 'medium'): (ms: number) => string {
  const format = new Intl.DateTimeFormat(useLocale(), { dateStyle });
  return (ms) => format.format(ms);
}
