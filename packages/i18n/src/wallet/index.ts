import type en from './en.json';

export type WalletTexts = Readonly<Record<keyof typeof en, string>>;

/** Loaded with the screens that show them, in the language that is shown. */
export const walletTexts = {
  en: async (): Promise<WalletTexts> => (await import('./en.json', { with: { type: 'json' } })).default,
  tur: async (): Promise<WalletTexts> => (await import('./tur.json', { with: { type: 'json' } })).default,
} as const;
