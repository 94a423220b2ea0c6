import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldSearch, searchTerms } from './search-terms.ts';

describe('text as a search compares it', () => {
  it.each([
    ['İŞLEM', 'islem'],
    ['ışık', 'isik'],
    ['IŞIK', 'isik'],
    ['Đồng Việt', 'dong viet'],
    ['ＢＴＣ', 'btc'],
  ])('given %s, then it is %s', (query, folded) => {
    expect(foldSearch(query)).toBe(folded);
  });

  it('folding twice changes nothing more, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (query) => foldSearch(foldSearch(query)) === foldSearch(query)),
    );
  });

  it('given a pair with any separator between its coins, then both are terms', () => {
    for (const pair of ['BTC/USDT', 'btc-usdt', 'btc_usdt', ' Btc  usdt '])
      expect(searchTerms(pair)).toEqual(['btc', 'usdt']);
  });

  it('given only separators, then there are no terms', () => {
    expect(searchTerms(' / - ')).toEqual([]);
  });
});
