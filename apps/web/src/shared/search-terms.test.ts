import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldSearch, searchTerms } from './search-terms.ts';

describe('words as a search compares them', () => {
  it.each([
    ['İŞLEM', 'islem'],
    ['ışık', 'isik'],
    ['IŞIK', 'isik'],
    ['Đồng Việt', 'dong viet'],
    ['ＢＴＣ', 'btc'],
  ])('given %s, then it is %s', (query, folded) => {
    expect(foldSearch(query)).toBe(folded);
  });

  it('folding twice changes nothing more, whatever was written', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (query) => foldSearch(foldSearch(query)) === foldSearch(query)),
    );
  });

  it('given a pair with any sign between its coins, then both are wanted', () => {
    for (const pair of ['BTC/USDT', 'btc-usdt', 'btc_usdt', ' Btc  usdt '])
      expect(searchTerms(pair)).toEqual(['btc', 'usdt']);
  });

  it('given nothing but signs, then nothing is wanted', () => {
    expect(searchTerms(' / - ')).toEqual([]);
  });
});
