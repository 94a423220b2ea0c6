import { formatMessage, type Params, type Written } from '@app/i18n';
import { type AuthTexts, authTexts } from '@app/i18n/auth';
import { type ContractTexts, contractTexts } from '@app/i18n/contract';
import { type HomeTexts, homeTexts } from '@app/i18n/home';
import { type MarketTexts, marketTexts } from '@app/i18n/market';
import type { RefusalTextKey } from '@app/i18n/refusal';
import { type SettingsTexts, settingsTexts } from '@app/i18n/settings';
import { type SpotTexts, spotTexts } from '@app/i18n/spot';
import { type SystemTexts, systemTexts } from '@app/i18n/system';
import { type WalletTexts, walletTexts } from '@app/i18n/wallet';
import { useCallback } from 'react';
import { keepLanguage, usePreferences } from './preferences.ts';

type Texts = {
  auth: AuthTexts;
  contract: ContractTexts;
  home: HomeTexts;
  market: MarketTexts;
  refusal: Record<RefusalTextKey, string>;
  settings: SettingsTexts;
  spot: SpotTexts;
  system: SystemTexts;
  wallet: WalletTexts;
};

export type TextFeature = keyof Texts;
export type TextKey = { [Feature in TextFeature]: `${Feature}.${keyof Texts[Feature] & string}` }[TextFeature];
export type Text = (key: TextKey, params?: Params) => string;

const LOADERS: { [Feature in TextFeature]: Record<Written, () => Promise<Texts[Feature]>> } = {
  auth: authTexts,
  contract: contractTexts,
  home: homeTexts,
  market: marketTexts,
  refusal: {
    en: async () => (await import('@app/i18n/refusal')).refusalTexts.en,
    tur: async () => (await import('@app/i18n/refusal')).refusalTexts.tur,
  },
  settings: settingsTexts,
  spot: spotTexts,
  system: systemTexts,
  wallet: walletTexts,
};

const loaded = new Map<TextFeature, Map<Written, Readonly<Record<string, string>>>>();

/** Before a screen is shown, so that it never shows a key. */
export async function loadTexts(features: readonly TextFeature[], language = usePreferences.getState().language) {
  await Promise.all(
    features.map(async (feature) => {
      const ofFeature = loaded.get(feature) ?? new Map<Written, Readonly<Record<string, string>>>();
      loaded.set(feature, ofFeature);
      if (!ofFeature.has(language)) ofFeature.set(language, await LOADERS[feature][language]());
    }),
  );
}

/** Loads what is on screen in the new language first, then switches all of it at once. */
export async function showLanguage(language: Written): Promise<void> {
  await loadTexts([...loaded.keys()], language);
  keepLanguage(language);
}

export function textIn(language: Written, key: TextKey, params?: Params): string {
  const point = key.indexOf('.');
  const feature = key.slice(0, point) as TextFeature; // By the type of the key.
  const message = loaded.get(feature)?.get(language)?.[key.slice(point + 1)] ?? '';
  return params === undefined ? message : formatMessage(language, message, params);
}

/** The words of the language that is shown; a change of language draws its users again. */
export function useText(): Text {
  const language = usePreferences((preferences) => preferences.language);
  return useCallback((key, params) => textIn(language, key, params), [language]);
}
