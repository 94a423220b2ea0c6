import type en from './en.json';

export type SettingsTexts = Readonly<Record<keyof typeof en, string>>;

/** Loaded with the screens that show them, in the language that is shown. */
export const settingsTexts = {
  en: async (): Promise<SettingsTexts> => (await import('./en.json', { with: { type: 'json' } })).default,
  tur: async (): Promise<SettingsTexts> => (await import('./tur.json', { with: { type: 'json' } })).default,
} as const;
