import { LANGUAGES, languageOr } from '@app/i18n';

/** What `lang` in a page calls the language an article is written in. */
export const localeOf = (language: string): string => LANGUAGES[languageOr(language)];
