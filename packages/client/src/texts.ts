import { fillMessage, type Language, type Message, type Params, type TextFeature, type TextKey } from '@app/i18n';

export type Messages = Readonly<Record<string, Message>>;

/** Loads one feature's texts in one language. */
export type FetchTexts = (feature: TextFeature, language: Language) => Promise<Messages>;

/** Creates the texts of an app: loaded by feature and language, and kept while it is open. */
export function createTexts(fetchTexts: FetchTexts) {
  const loaded = new Map<string, Messages>();
  let chosen: Language | undefined;

  /** Loads texts before a screen is shown, so that it never shows a key. */
  const loadTexts = async (features: readonly TextFeature[], language: Language): Promise<void> => {
    await Promise.all(
      features.map(async (feature) => {
        const name = `${feature}.${language}`;
        if (!loaded.has(name)) loaded.set(name, await fetchTexts(feature, language));
      }),
    );
  };

  const missingIn = (language: Language): TextFeature[] => {
    const features = [...loaded.keys()].map((name) => name.split('.')[0] as TextFeature); // Named by `loadTexts`.
    return [...new Set(features)].filter((feature) => !loaded.has(`${feature}.${language}`));
  };

  /** Loads the texts on screen in the new language first, then switches all of them at once. */
  const changeLanguage = async (language: Language, onChange: (language: Language) => void): Promise<void> => {
    chosen = language;
    for (let missing = missingIn(language); missing.length > 0; missing = missingIn(language))
      await loadTexts(missing, language); // A page opened meanwhile needs more texts.
    if (chosen === language) onChange(language); // The last choice wins, however slow the others were.
  };

  const textIn = (language: Language, key: TextKey, params?: Params): string => {
    const point = key.indexOf('.');
    const message = loaded.get(`${key.slice(0, point)}.${language}`)?.[key.slice(point + 1)] ?? '';
    return fillMessage(language, message, params);
  };

  return { loadTexts, changeLanguage, textIn };
}
