import type en from './en.json';

export type SystemTexts = Readonly<Record<keyof typeof en, string>>;

/** Loaded with the screens that show them, in the language that is shown. */
export const systemTexts = {
  en: async (): Promise<SystemTexts> => (await import('./en.json', { with: { type: 'json' } })).default,
  tur: async (): Promise<SystemTexts> => (await import('./tur.json', { with: { type: 'json' } })).default,
} as const;
