import { describe, expect, it } from 'vitest';
import { rowWords } from './row-words.ts';

describe('the words of a row', () => {
  it('given no warning, then the rest has one line', () => {
    expect(rowWords({ warnings: [false, undefined], rest: ['Stocks', '1.2M'] })).toEqual({
      words: ['Stocks', '1.2M'],
      lines: 1,
    });
  });

  it('given one, then it comes first, where nothing falls off', () => {
    const { words, lines } = rowWords({ warnings: ['Simulated', false], rest: ['Stocks', undefined] });
    expect([words, lines]).toEqual([['Simulated', 'Stocks'], 1]);
  });

  it('given two, then they have a line each and the rest gives way', () => {
    const { words, lines } = rowWords({ warnings: ['Simulated', 'Closed'], rest: ['Stocks', '1.2M'] });
    expect([words, lines]).toEqual([['Simulated', 'Closed'], 2]);
  });

  it('given nothing to say, then there are no words', () => {
    expect(rowWords({ warnings: [], rest: [undefined] }).words).toEqual([]);
  });
});
