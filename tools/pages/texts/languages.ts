/**
 * The specification's ten languages and what the web calls them. Written here once more on purpose: a proof does not take
 * what it expects from what it proves.
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
