import { readFileSync } from 'node:fs';
import { COUNTRIES } from '@app/domain/auth';
import { drawingOf } from '@app/ui/icons/coin-codes.ts';
import { describe, expect, it } from 'vitest';

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const MARKETS = [
  ...read('apps/server/migrations/0017_market.sql').matchAll(
    /\(\d+, '[^']+', '([^']+)', '([^']+)', '[^']*', '(crypto|forex|metal|energy|index|stock)'/g,
  ),
].map(([, base = '', quote = '', category = '']) => ({ base, quote, category }));

/** Drawing of a base by its category; a stock's logo belongs to its company, so it gets a letter. */
const WANTED: Readonly<Record<string, string>> = {
  crypto: 'coin',
  metal: 'coin',
  energy: 'coin',
  forex: 'flag',
  index: 'letter',
  stock: 'letter',
};

describe('the pictures of what is listed', () => {
  it('are a logo for every coin, metal and energy, two flags for a currency pair, and a letter for the rest', () => {
    expect(MARKETS).toHaveLength(65);
    for (const { base, quote, category } of MARKETS) {
      expect(`${base} ${drawingOf(base)}`).toBe(`${base} ${WANTED[category]}`);
      expect(`${quote} ${drawingOf(quote)}`).toBe(`${quote} ${quote === 'USDT' ? 'coin' : 'flag'}`);
    }
  });

  it('are a flag for every country', () => {
    const flags = [...read('packages/ui/src/icons/country-flags.svg').matchAll(/<symbol id="(..)"/g)];
    expect(flags.map(([, code]) => code)).toEqual(COUNTRIES.map(({ code }) => code));
  });
});
