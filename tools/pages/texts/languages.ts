/**
 * The specification's ten languages and their web codes. Duplicated on purpose: a check must not take its expectation
 * from the code under test.
 */
export const LANGUAGES = {
  en: 'en',
  hk: 'zh-HK',
  jp: 'ja',
  th: 'th',
  kor: 'ko',
  spa: 'es',
  ida: 'id',
  vi: 'vi',
  tur: 'tr',
  zh: 'zh-CN',
} as const;

export type Language = keyof typeof LANGUAGES;

export const isLanguage = (code: string): code is Language => code in LANGUAGES;
