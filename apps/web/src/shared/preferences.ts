import { type Language, languageOfBrowser, languageOr } from '@app/i18n';
import { create } from 'zustand';
import { storage } from './storage.ts';

export const THEMES = ['system', 'dark', 'light'] as const;
/** Green-up, red-up, colour-blind: what `data-price` on the document says. */
export const PRICE_COLOURS = ['gu', 'ru', 'cb'] as const;
export const MOTIONS = ['system', 'reduced'] as const;

type Choices = {
  readonly theme: (typeof THEMES)[number];
  readonly priceColours: (typeof PRICE_COLOURS)[number];
  readonly motion: (typeof MOTIONS)[number];
  /** Estimates are shown in it; the specification's default is USD. */
  readonly fiat: string;
};

export type Preferences = Choices & { readonly language: Language };

/** Where each is kept on this device, in the specification's words where it has one. */
const KEPT_AS = { theme: 'theme', priceColours: 'price_colours', motion: 'motion', fiat: 'fiat' } as const;

const oneOf = <Value extends string>(values: readonly Value[], kept: unknown, otherwise: Value): Value =>
  values.find((value) => value === kept) ?? otherwise;

const isCurrency = (kept: unknown): kept is string => typeof kept === 'string' && /^[A-Z]{3}$/.test(kept);

export const usePreferences = create<Preferences>(() => {
  const fiat = storage.read(KEPT_AS.fiat);
  return {
    language: languageOr(String(storage.read('lang') ?? languageOfBrowser(globalThis.navigator?.language ?? 'en'))),
    theme: oneOf(THEMES, storage.read(KEPT_AS.theme), 'system'),
    priceColours: oneOf(PRICE_COLOURS, storage.read(KEPT_AS.priceColours), 'gu'),
    motion: oneOf(MOTIONS, storage.read(KEPT_AS.motion), 'system'),
    fiat: isCurrency(fiat) ? fiat : 'USD',
  };
});

/** Takes effect at once and is kept on this device. */
export function choose<Name extends keyof Choices>(name: Name, value: Choices[Name]): void {
  storage.write(KEPT_AS[name], value);
  usePreferences.setState({ [name]: value } as Pick<Choices, Name>); // One field of the type it is given.
}

/** To be called when its texts are there: `showLanguage` in texts.ts. */
export function keepLanguage(language: Language): void {
  storage.write('lang', language);
  usePreferences.setState({ language });
}
