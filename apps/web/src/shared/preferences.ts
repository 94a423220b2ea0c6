import { LANGUAGES, type Written, writtenOr } from '@app/i18n';
import { create } from 'zustand';
import { storage } from './storage.ts';

export const THEMES = ['system', 'dark', 'light'] as const;
export type Theme = (typeof THEMES)[number];

type Preferences = { readonly language: Written; readonly theme: Theme };

export const usePreferences = create<Preferences>(() => ({
  language: writtenOr(String(storage.read('lang') ?? firstLanguage())),
  theme: THEMES.find((theme) => theme === storage.read('theme')) ?? 'system',
}));

/** The specification's code for what the browser speaks, until the user chooses. */
function firstLanguage(): string {
  const spoken = globalThis.navigator?.language ?? 'en';
  return Object.entries(LANGUAGES).find(([, tag]) => spoken === tag || spoken.startsWith(`${tag}-`))?.[0] ?? 'en';
}

export function chooseTheme(theme: Theme): void {
  storage.write('theme', theme);
  usePreferences.setState({ theme });
}

/** To be called when its texts are there: `showLanguage` in texts.ts. */
export function keepLanguage(language: Written): void {
  storage.write('lang', language);
  usePreferences.setState({ language });
}
