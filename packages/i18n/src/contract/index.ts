import type en from './en.json';

export type ContractTexts = Readonly<Record<keyof typeof en, string>>;

/** Loaded with the screens that show them, in the language that is shown. */
export const contractTexts = {
  en: async (): Promise<ContractTexts> => (await import('./en.json', { with: { type: 'json' } })).default,
  tur: async (): Promise<ContractTexts> => (await import('./tur.json', { with: { type: 'json' } })).default,
} as const;
