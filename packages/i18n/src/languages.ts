/** The ten languages of the product: the codes it stores and sends, and their web language tags. */
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

export const LANGUAGE_CODES = Object.keys(LANGUAGES) as Language[]; // The keys of the table.

/** Language names as in the specification's language object: native, English, traditional Chinese. */
export const LANGUAGE_NAMES: Readonly<Record<Language, { own: string; english: string; chinese: string }>> = {
  en: { own: 'English', english: 'English', chinese: '英文' },
  hk: { own: '繁體中文', english: 'Chinese (traditional)', chinese: '繁體中文' },
  jp: { own: '日本語', english: 'Japanese', chinese: '日文' },
  th: { own: 'ไทย', english: 'Thai', chinese: '泰文' },
  kor: { own: '한국어', english: 'Korean', chinese: '韓文' },
  spa: { own: 'Español', english: 'Spanish', chinese: '西班牙文' },
  ida: { own: 'Bahasa Indonesia', english: 'Indonesian', chinese: '印尼文' },
  vi: { own: 'Tiếng Việt', english: 'Vietnamese', chinese: '越南文' },
  tur: { own: 'Türkçe', english: 'Turkish', chinese: '土耳其文' },
  zh: { own: '简体中文', english: 'Chinese (simplified)', chinese: '簡體中文' },
};

/** Returns the language of a code; English is the default language of the specification. */
export const languageOr = (code: string): Language => LANGUAGE_CODES.find((language) => language === code) ?? 'en';

/**
 * Returns the product's code for a browser language tag: `zh-TW` maps to traditional Chinese, any other Chinese to
 * simplified.
 */
export function languageOfBrowser(tag: string): Language {
  const [spoken = '', ...rest] = tag.split('-');
  if (spoken === 'zh') return rest.some((part) => ['HK', 'TW', 'MO', 'Hant'].includes(part)) ? 'hk' : 'zh';
  return LANGUAGE_CODES.find((language) => LANGUAGES[language] === spoken) ?? 'en';
}
