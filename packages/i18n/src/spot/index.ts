import type en from './en.json';

export type SpotTexts = Readonly<Record<keyof typeof en, string>>;

/** Loaded with the screens that show them, in the language that is shown. */
export const spotTexts = {
  en: async (): Promise<SpotTexts> => (await import('./en.json', { with: { type: 'json' } })).default,
  tur: async (): Promise<SpotTexts> => (await import('./tur.json', { with: { type: 'json' } })).default,
} as const;
