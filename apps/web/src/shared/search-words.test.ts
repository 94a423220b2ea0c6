import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldWords, wantedWords } from './search-words.ts';

describe('words as a search compares them', () => {
  it.each([
    ['İŞLEM', 'islem'],
    ['ışık', 'isik'],
    ['IŞIK', 'isik'],
    ['Đồng Việt', 'dong viet'],
    ['ＢＴＣ', 'btc'],
  ])('given %s, then it is %s', (words, folded) => {
    expect(foldWords(words)).toBe(folded);
  });

  it('folding twice changes nothing more, whatever was written', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (words) => foldWords(foldWords(words)) === foldWords(words)),
    );
  });

  it('given a pair with any sign between its coins, then both are wanted', () => {
    for (const pair of ['BTC/USDT', 'btc-usdt', 'btc_usdt', ' Btc  usdt '])
      expect(wantedWords(pair)).toEqual(['btc', 'usdt']);
  });

  it('given nothing but signs, then nothing is wanted', () => {
    expect(wantedWords(' / - ')).toEqual([]);
  });
});
