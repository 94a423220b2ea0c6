import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { COIN_CODES } from './coin-codes.ts';
import { ICON_NAMES } from './icon-names.ts';

const SPRITE_BYTES_MAX = 20_000; // Design 2.4.

const read = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8');
const symbolsOf = (sprite: string) => [...sprite.matchAll(/<symbol id="([^"]+)"/g)].map(([, id]) => id);

describe('the sprites', () => {
  it.each([
    ['./icons.svg', ICON_NAMES],
    ['./coins.svg', COIN_CODES],
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
