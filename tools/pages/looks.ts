import { createHash } from 'node:crypto';
import type { Who } from './routes.ts';
import { LANGUAGES, type Language } from './texts/languages.ts';

/** English made longer and accented: what is still plain was never given to a translator. */
export type UiLanguage = Language | 'pseudo';

/** How a screen is opened: on which device, with which settings, and by whom. */
export type Look = {
  readonly width: number;
  readonly theme: (typeof THEMES)[number];
  readonly price: (typeof PRICES)[number];
  readonly language: UiLanguage;
  readonly who: Who;
};

export const THEMES = ['dark', 'light'] as const;
export const PRICES = ['gu', 'ru', 'cb'] as const;
/** A small phone, a usual one and a tablet. */
const WIDTHS = [360, 390, 768] as const;
export const SMALL = 360;
export const UI_LANGUAGES: readonly UiLanguage[] = [...(Object.keys(LANGUAGES) as Language[]), 'pseudo']; // Its own keys.

const HEIGHTS: Readonly<Record<number, number>> = { 320: 640, 360: 640, 390: 844, 768: 1024 };

/** A device of this width: its height in the hand. */
export const sizeOf = (width: number) => ({ width, height: HEIGHTS[width] ?? 844 });

export const describeLook = ({ language, who, width, theme, price }: Look): string =>
  `${language} ${who} ${width} px ${theme} ${price}`;

/** One of the choices, always the same for the same text: how a sample spreads over screens and rotates with the seed. */
export function pick<Value>(text: string, choices: readonly Value[]): Value {
  const [first] = choices;
  if (first === undefined) throw new Error('nothing to choose from');
  return choices[hashOf(text) % choices.length] ?? first;
}

export const hashOf = (text: string): number => createHash('sha256').update(text).digest().readUInt32BE(0);

/** The look of a screen that a seed picks for a kind of user; each part of it by itself. */
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
