/** The ten languages of the product by the codes it stores and sends, and what the web calls them. */
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

/** Those with texts so far; the others fall back to English. */
export const WRITTEN = ['en', 'tur'] as const satisfies readonly Language[];
export type Written = (typeof WRITTEN)[number];

/** English is the default language of the specification. */
export const writtenOr = (code: string): Written => WRITTEN.find((language) => language === code) ?? 'en';
