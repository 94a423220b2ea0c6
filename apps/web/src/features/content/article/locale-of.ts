import { LANGUAGES, languageOr } from '@app/i18n';

/** Returns the `lang` attribute for the language an article is written in. */
export const localeOf = (language: string): string => LANGUAGES[languageOr(language)];
