import type { KeptValues } from '@app/client/storage';
import { type Language, languageOfBrowser, languageOr } from '@app/i18n';
import { create } from 'zustand';
import { storage } from '../../lib/storage.ts';

export const THEMES = ['system', 'dark', 'light'] as const;
/** Green-up, red-up, colour-blind: values of `data-price` on the document. */
export const PRICE_COLOURS = ['gu', 'ru', 'cb'] as const;
export const MOTIONS = ['system', 'reduced'] as const;
/** The specification's candles, by the chart library's names (spec 2). */
export const CHART_STYLES = [
  'candle_solid',
  'candle_stroke',
  'candle_up_stroke',
  'candle_down_stroke',
  'area',
  'ohlc',
] as const;
/** Orders that are reviewed before they are sent, each unless the user switches it off. */
export const CONFIRMATIONS = ['confirmSpotLimit', 'confirmSpotMarket', 'confirmContract'] as const;

export type Choices = {
  readonly theme: (typeof THEMES)[number];
  readonly priceColours: (typeof PRICE_COLOURS)[number];
  readonly motion: (typeof MOTIONS)[number];
  /** Currency of estimates; the specification's default is USD. */
  readonly fiat: string;
  /** Default chart style. */
  readonly chartStyle: (typeof CHART_STYLES)[number];
  /** Short vibrations, on devices that support them. */
  readonly haptics: boolean;
} & Readonly<Record<(typeof CONFIRMATIONS)[number], boolean>>;

export type Preferences = Choices & { readonly language: Language };

/** Storage keys on this device, with the specification's names where it has them. */
const KEPT_AS = {
  theme: 'theme',
  priceColours: 'price_colours',
  motion: 'motion',
  fiat: 'fiat',
  chartStyle: 'chart_style',
  haptics: 'haptics',
  confirmSpotLimit: 'confirm_spot_limit',
  confirmSpotMarket: 'confirm_spot_market',
  confirmContract: 'confirm_contract',
} as const;

const oneOf = <Value extends string>(values: readonly Value[], kept: unknown, otherwise: Value): Value =>
  values.find((value) => value === kept) ?? otherwise;

const isCurrency = (kept: unknown): kept is string => typeof kept === 'string' && /^[A-Z]{3}$/.test(kept);

/** The currency of estimates as the specification stores it (spec 3), with its rate for one dollar when it was fetched. */
type KeptFiat = { readonly currency_code: string; readonly rate: string; readonly saveTime: number };

/** Stores the currency of estimates with its latest rate; 1 while there is none. */
export function keepFiat(currency_code = usePreferences.getState().fiat): void {
  const { rates, saveTime = 0 } = (storage.read('fiats') ?? {}) as {
    rates?: Record<string, string>;
    saveTime?: number;
  }; // Written by fiat-rates.ts.
  storage.write(KEPT_AS.fiat, { currency_code, rate: rates?.[currency_code] ?? '1', saveTime } satisfies KeptFiat);
}

/** Reads the stored currency; earlier versions stored the code alone. */
const fiatIn = (kept: unknown): unknown =>
  typeof kept === 'object' && kept !== null && 'currency_code' in kept ? kept.currency_code : kept;

/** Returns the choices of the last visit; invalid values become the default. Every switch defaults to on. */
export function keptChoices(kept: KeptValues): Choices {
  const read = (name: keyof Choices) => kept.read(KEPT_AS[name]);
  const isOn = (name: keyof Choices) => read(name) !== false;
  const fiat = fiatIn(read('fiat'));
  return {
    theme: oneOf(THEMES, read('theme'), 'system'),
    priceColours: oneOf(PRICE_COLOURS, read('priceColours'), 'gu'),
    motion: oneOf(MOTIONS, read('motion'), 'system'),
    fiat: isCurrency(fiat) ? fiat : 'USD',
    chartStyle: oneOf(CHART_STYLES, read('chartStyle'), 'candle_solid'),
    haptics: isOn('haptics'),
    confirmSpotLimit: isOn('confirmSpotLimit'),
    confirmSpotMarket: isOn('confirmSpotMarket'),
    confirmContract: isOn('confirmContract'),
  };
}

export const usePreferences = create<Preferences>(() => ({
  language: languageOr(String(storage.read('lang') ?? languageOfBrowser(globalThis.navigator?.language ?? 'en'))),
  ...keptChoices(storage),
}));

/** Sets a choice at once and stores it on this device. */
export function choose<Name extends keyof Choices>(name: Name, value: Choices[Name]): void {
  if (name === 'fiat') keepFiat(String(value));
  else storage.write(KEPT_AS[name], value);
  usePreferences.setState({ [name]: value } as Pick<Choices, Name>); // One field of the given type.
}

/** Stores the language; call it once its texts are loaded: `showLanguage` in texts.ts. */
export function keepLanguage(language: Language): void {
  storage.write('lang', language);
  usePreferences.setState({ language });
}
