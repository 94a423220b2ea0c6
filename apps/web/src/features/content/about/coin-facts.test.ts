import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { LANGUAGE_CODES } from '@app/i18n';
import { describe, expect, it } from 'vitest';
import { COIN_FACTS, type CoinFact, isDescribed } from './coin-facts.ts';
import { readOutsideAddress } from './outside-address.ts';

const ROOT = resolve(import.meta.dirname, '../../../../../..');
const read = (path: string) => readFileSync(resolve(ROOT, path), 'utf8');
/** Every market that the product lists from the start: symbol, code of what is priced, category. */
const MARKETS = [
  ...read('apps/server/migrations/0017_market.sql').matchAll(
    /\(\d+, '([^']+\/[^']+)', '(\w+)', '\w+', '[^']+', '(\w+)'/g,
  ),
].map(([, symbol = '', base = '', category = '']) => ({ symbol, base, category }));
const textsIn = (language: string) =>
  JSON.parse(read(`packages/i18n/src/coin/${language}.json`)) as Record<string, string>; // Our own file.

describe('the description of a market', () => {
  it('is there for each of the 65 markets, and for nothing else', () => {
    expect(MARKETS).toHaveLength(65);
    expect(MARKETS.filter(({ base, category }) => category !== 'forex' && !isDescribed(base))).toEqual([]);
    const bases = new Set(MARKETS.map(({ base }) => base));
    expect(Object.keys(COIN_FACTS).filter((code) => !bases.has(code))).toEqual([]);
  });

  it.each(LANGUAGE_CODES)('is written in %s', (language) => {
    const texts = textsIn(language);
    for (const { base, category } of MARKETS)
      expect(texts[category === 'forex' ? 'about.forex' : `about.${base}`], base).toMatch(/\S{2}/);
  });

  it.each(LANGUAGE_CODES)('differs from coin to coin in %s', (language) => {
    const sentences = Object.values(textsIn(language));
    expect(new Set(sentences).size).toBe(sentences.length);
  });

  it('names currencies in every language', () => {
    const codes = MARKETS.filter(({ category }) => category === 'forex').flatMap(({ symbol }) => symbol.split('/'));
    for (const code of codes) expect(new Intl.DisplayNames(['th'], { type: 'currency' }).of(code)).not.toBe(code);
  });

  it.each(Object.entries<CoinFact>(COIN_FACTS))(
    'of %s links to encrypted pages only, and gives a plausible year',
    (_code, fact) => {
      for (const url of [fact.site, fact.explorer])
        if (url !== undefined) expect(readOutsideAddress(url)).toMatchObject({ isSecure: true, mayDeceive: false });
      if (fact.year !== undefined) expect(fact.year).toBeGreaterThanOrEqual(2009);
      if (fact.supply !== undefined) expect(fact.supply).toMatch(/^\d{1,3}(?:,\d{3})+$/);
    },
  );
});
