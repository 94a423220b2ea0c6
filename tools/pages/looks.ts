import { createHash } from 'node:crypto';
import type { Who } from './routes.ts';
import { LANGUAGES, type Language } from './texts/languages.ts';

/**
 * Interface language; `pseudo` is English lengthened and accented, so that text which stays plain was never
 * translatable.
 */
export type UiLanguage = Language | 'pseudo';

/** Conditions under which a screen is opened: device, settings and kind of user. */
export type Look = {
  readonly width: number;
  readonly theme: (typeof THEMES)[number];
  readonly price: (typeof PRICES)[number];
  readonly language: UiLanguage;
  readonly who: Who;
};

export const THEMES = ['dark', 'light'] as const;
export const PRICES = ['gu', 'ru', 'cb'] as const;
/** Widths of a small phone, a common phone and a tablet. */
const WIDTHS = [360, 390, 768] as const;
export const SMALL = 360;
export const UI_LANGUAGES: readonly UiLanguage[] = [...(Object.keys(LANGUAGES) as Language[]), 'pseudo']; // Own keys only.

const HEIGHTS: Readonly<Record<number, number>> = { 320: 640, 360: 640, 390: 844, 768: 1024 };

/** Returns the portrait size of a device of this width. */
export const sizeOf = (width: number) => ({ width, height: HEIGHTS[width] ?? 844 });

export const describeLook = ({ language, who, width, theme, price }: Look): string =>
  `${language} ${who} ${width} px ${theme} ${price}`;

/**
 * Picks a choice deterministically by the hash of a text, so that a sample spreads over screens and rotates with the
 * seed.
 */
export function pick<Value>(text: string, choices: readonly Value[]): Value {
  const [first] = choices;
  if (first === undefined) throw new Error('nothing to choose from');
  return choices[hashOf(text) % choices.length] ?? first;
}

export const hashOf = (text: string): number => createHash('sha256').update(text).digest().readUInt32BE(0);

/** Picks the look of a screen for a kind of user from the seed; each part independently. */
export function pickLook(name: string, who: Who, seed: string): Look {
  const of = <Value>(part: string, choices: readonly Value[]) => pick(`${name} ${who} ${part} ${seed}`, choices);
  return {
    width: of('width', WIDTHS),
    theme: of('theme', THEMES),
    price: of('price', PRICES),
    language: of('tongue', UI_LANGUAGES),
    who,
  };
}
