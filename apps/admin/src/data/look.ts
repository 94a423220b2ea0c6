import { openStorage, usable } from '@app/client/storage';
import { create } from 'zustand';

/** Languages of the back office. */
export const LANGUAGES = ['en', 'zh'] as const;
export type DeskLanguage = (typeof LANGUAGES)[number];
export const THEMES = ['system', 'dark', 'light'] as const;
type Theme = (typeof THEMES)[number];

const kept = openStorage(usable(() => localStorage));

const oneOf = <Value extends string>(values: readonly Value[], kept: unknown, otherwise: Value): Value =>
  values.find((value) => value === kept) ?? otherwise;

const browserLanguage = (): DeskLanguage => (navigator.language.startsWith('zh') ? 'zh' : 'en');

type Look = { readonly language: DeskLanguage; readonly theme: Theme };

/** What a person prefers on this device. */
export const useLook = create<Look>(() => ({
  language: oneOf(LANGUAGES, kept.read('language'), browserLanguage()),
  theme: oneOf(THEMES, kept.read('theme'), 'system'),
}));

export function changeLook(look: Partial<Look>): void {
  useLook.setState(look);
  for (const [name, value] of Object.entries(look)) kept.write(name, value);
}

/** Shows the page in the theme that is wanted, and follows the device where nothing else is. */
export function applyLook(): void {
  const light = matchMedia('(prefers-color-scheme: light)');
  const show = () => {
    const { theme, language } = useLook.getState();
    const device = light.matches ? 'light' : 'dark';
    document.documentElement.dataset.theme = theme === 'system' ? device : theme;
    document.documentElement.lang = language === 'zh' ? 'zh-CN' : 'en';
  };
  show();
  light.addEventListener('change', show);
  useLook.subscribe(show);
}
