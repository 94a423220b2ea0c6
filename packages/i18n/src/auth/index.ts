import type en from './en.json';

export type AuthTexts = Readonly<Record<keyof typeof en, string>>;

/** Loaded with the screens that show them, in the language that is shown. */
export const authTexts = {
  en: async (): Promise<AuthTexts> => (await import('./en.json', { with: { type: 'json' } })).default,
  tur: async (): Promise<AuthTexts> => (await import('./tur.json', { with: { type: 'json' } })).default,
} as const;
