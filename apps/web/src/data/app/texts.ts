import { createTexts, type FetchTexts, type Messages } from '@app/client/texts';
import { LANGUAGES, type Language, type Params, type TextFeature, type TextKey } from '@app/i18n';
import { useCallback } from 'react';
import { keepLanguage, usePreferences } from './preferences.ts';

export type { TextFeature, TextKey } from '@app/i18n';
export type Text = (key: TextKey, params?: Params) => string;

/** Fetches a text file of this build. Files are named by feature, language and build version. */
const fetchTexts: FetchTexts = async (feature, language) => {
  const file = `texts-${feature}.${language}-${import.meta.env.TEXTS_VERSION}.json`;
  const response = await fetch(`${import.meta.env.BASE_URL}assets/${file}`);
  if (!response.ok) throw new Error(`no texts of ${feature} in ${language}`);
  return (await response.json()) as Messages; // Our own file, compiled and tested when it was built.
};

const texts = createTexts(fetchTexts);

export const { textIn } = texts;

/** Loads texts before a screen is shown, so that it never shows a key. */
export const loadTexts = (features: readonly TextFeature[], language = usePreferences.getState().language) =>
  texts.loadTexts(features, language);

/** Switches the app to another language, once its texts are loaded. */
export const showLanguage = (language: Language) => texts.changeLanguage(language, keepLanguage);

/** Returns the texts of the current language; a change of language renders its users again. */
export function useText(): Text {
  const language = usePreferences((preferences) => preferences.language);
  return useCallback((key, params) => textIn(language, key, params), [language]);
}

/** Returns the language tag for the browser's formatters and `<html lang>`. */
export const useLocale = () => LANGUAGES[usePreferences((preferences) => preferences.language)];
