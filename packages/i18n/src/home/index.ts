import type en from './en.json';

export type HomeTexts = Readonly<Record<keyof typeof en, string>>;

/** Loaded with the screens that show them, in the language that is shown. */
export const homeTexts = {
  en: async (): Promise<HomeTexts> => (await import('./en.json', { with: { type: 'json' } })).default,
  tur: async (): Promise<HomeTexts> => (await import('./tur.json', { with: { type: 'json' } })).default,
} as const;
