import type en from './en.json';

export type MarketTexts = Readonly<Record<keyof typeof en, string>>;

/** Loaded with the screens that show them, in the language that is shown. */
export const marketTexts = {
  en: async (): Promise<MarketTexts> => (await import('./en.json', { with: { type: 'json' } })).default,
  tur: async (): Promise<MarketTexts> => (await import('./tur.json', { with: { type: 'json' } })).default,
} as const;
