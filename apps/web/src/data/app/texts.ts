import {
  fillMessage,
  LANGUAGES,
  type Language,
  type Message,
  type Params,
  type TextFeature,
  type TextKey,
} from '@app/i18n';
import { useCallback } from 'react';
import { keepLanguage, usePreferences } from './preferences.ts';

export type { TextFeature, TextKey } from '@app/i18n';
export type Text = (key: TextKey, params?: Params) => string;

type Messages = Readonly<Record<string, Message>>;

const loaded = new Map<string, Messages>();

/** Returns a text file's address. Files are named by feature, language and build version. */
const fileOf = (feature: TextFeature, language: Language) =>
  `${import.meta.env.BASE_URL}assets/texts-${feature}.${language}-${import.meta.env.TEXTS_VERSION}.json`;

async function fetchTexts(feature: TextFeature, language: Language): Promise<Messages> {
  const response = await fetch(fileOf(feature, language));
  if (!response.ok) throw new Error(`no texts of ${feature} in ${language}`);
  return (await response.json()) as Messages; // Our own file, compiled and tested when it was built.
}

/** Loads texts before a screen is shown, so that it never shows a key. */
export async function loadTexts(
  features: readonly TextFeature[],
  language = usePreferences.getState().language,
): Promise<void> {
  await Promise.all(
    features.map(async (feature) => {
      const name = `${feature}.${language}`;
      if (!loaded.has(name)) loaded.set(name, await fetchTexts(feature, language));
    }),
  );
}

/** Loads the texts on screen in the new language first, then switches all of them at once. */
export async function showLanguage(language: Language): Promise<void> {
  chosen = language;
  for (let missing = missingIn(language); missing.length > 0; missing = missingIn(language))
    await loadTexts(missing, language); // A page opened meanwhile needs more texts.
  if (chosen === language) keepLanguage(language); // The last choice wins, however slow the others were.
}

let chosen: Language | undefined;

function missingIn(language: Language): TextFeature[] {
  const features = [...loaded.keys()].map((name) => name.split('.')[0] as TextFeature); // Named by `loadTexts`.
  return [...new Set(features)].filter((feature) => !loaded.has(`${feature}.${language}`));
}

export function textIn(language: Language, key: TextKey, params?: Params): string {
  const point = key.indexOf('.');
  const message = loaded.get(`${key.slice(0, point)}.${language}`)?.[key.slice(point + 1)] ?? '';
  return fillMessage(language, message, params);
}

/** Returns the texts of the current language; a change of language renders its users again. */
export function useText(): Text {
  const language = usePreferences((preferences) => preferences.language);
  return useCallback((key, params) => textIn(language, key, params), [language]);
}

/** Returns the language tag for the browser's formatters and `<html lang>`. */
export const useLocale = () => LANGUAGES[usePreferences((preferences) => preferences.language)];
