const TOKENS = {
  up: '--up',
  down: '--down',
  flat: '--flat',
  onPrice: '--on-price',
  ground: '--bg',
  tag: '--s3',
  line: '--line',
  mark: '--line-strong',
  ink: '--text-1',
  softInk: '--text-2',
  faintInk: '--text-3',
  brand: '--brand',
  onBrand: '--on-brand',
  warn: '--warn',
  first: '--series-1',
  second: '--series-2',
  font: '--font',
} as const;

/** Token values for the canvas, because canvas drawing cannot refer to tokens by name. */
export type ChartPalette = Readonly<Record<keyof typeof TOKENS, string>>;

/** Reads the current token values of an element; `read` is its computed style. */
export const paletteOf = (read: (token: string) => string): ChartPalette =>
  Object.fromEntries(Object.entries(TOKENS).map(([name, token]) => [name, read(token).trim()])) as ChartPalette;

const HEX = /^#[0-9a-f]{6}$/i;
const FULL = 255;

/** Returns a colour with the given opacity. */
export const faded = (colour: string, share: number): string =>
  HEX.test(colour)
    ? colour +
      Math.round(FULL * share)
        .toString(16)
        .padStart(2, '0')
    : `color-mix(in srgb, ${colour} ${share * 100}%, transparent)`;
