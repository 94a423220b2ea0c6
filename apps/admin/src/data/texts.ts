import { fillMessage, type Message, type Params } from '@app/i18n';
import { type DeskLanguage, useLook } from './look.ts';
import en from './texts/en.json' with { type: 'json' };
import zh from './texts/zh.json' with { type: 'json' };

/** Every text of the back office. English is the reference; a test compares the other catalogue with it. */
export type TextKey = keyof typeof en;

const CATALOGUES: Readonly<Record<DeskLanguage, Readonly<Record<string, Message>>>> = { en, zh };

export type Say = (key: TextKey, params?: Params) => string;

const sayIn =
  (language: DeskLanguage): Say =>
  (key, params) =>
    fillMessage(language, CATALOGUES[language][key] ?? '', params);

const SAYING: Readonly<Record<DeskLanguage, Say>> = { en: sayIn('en'), zh: sayIn('zh') };

/** Returns the function that finds texts in the person's language. */
export const useSay = (): Say => SAYING[useLook((look) => look.language)];

/** Finds a text whose key ends with a value; the value itself if there is none, such as an action of a newer server. */
export const sayValue = (say: Say, prefix: string, value: string): string => {
  const key = `${prefix}.${value}`;
  return key in en ? say(key as TextKey) : value; // Checked.
};
