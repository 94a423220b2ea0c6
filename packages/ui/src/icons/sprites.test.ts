import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { COIN_CODES, drawingOf, FLAGGED_CURRENCIES, hueOf } from './coin-codes.ts';
import { ICON_NAMES } from './icon-names.ts';

const SPRITE_BYTES_MAX = 20_000; // Design 2.4.

const read = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8');
const symbolsOf = (sprite: string) => [...sprite.matchAll(/<symbol id="([^"]+)"/g)].map(([, id]) => id);

describe('the sprites', () => {
  it.each([
    ['./icons.svg', ICON_NAMES],
    ['./coins.svg', COIN_CODES],
    ['./currency-flags.svg', FLAGGED_CURRENCIES],
  ])('%s draws exactly the listed names, each once', (file, names) => {
    const sprite = read(file);
    expect(symbolsOf(sprite)).toEqual([...names]);
    expect(new Set(names).size).toBe(names.length);
    expect(Buffer.byteLength(sprite)).toBeLessThanOrEqual(SPRITE_BYTES_MAX);
  });

  it('name icons in kebab-case', () => {
    for (const name of ICON_NAMES) expect(name).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
  });
});

describe('a code that nobody drew', () => {
  const codes = fc.stringMatching(/^[A-Z0-9]{1,10}$/).filter((code) => drawingOf(code) === 'letter');

  it('has one colour, on which its white letter has a contrast of at least 4.5', () => {
    fc.assert(
      fc.property(codes, (code) => {
        const hue = hueOf(code);
        expect(hueOf(code)).toBe(hue);
        expect(1.05 / (luminance(hue, 0.45, 0.32) + 0.05)).toBeGreaterThanOrEqual(4.5);
      }),
    );
  });
});

/** WCAG's relative luminance of a colour given as `hsl()`. */
function luminance(hue: number, saturation: number, lightness: number): number {
  const spread = saturation * Math.min(lightness, 1 - lightness);
  const linear = (shift: number) => {
    const at = (shift + hue / 30) % 12;
    const part = lightness - spread * Math.max(-1, Math.min(at - 3, 9 - at, 1));
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * linear(0) + 0.7152 * linear(8) + 0.0722 * linear(4);
}
