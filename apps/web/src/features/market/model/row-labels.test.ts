import { describe, expect, it } from 'vitest';
import { rowLabels } from './row-labels.ts';

describe('the words of a row', () => {
  it('given no warning, then the rest has one line', () => {
    expect(rowLabels({ warnings: [false, undefined], rest: ['Stocks', '1.2M'] })).toEqual({
      labels: ['Stocks', '1.2M'],
      lines: 1,
    });
  });

  it('given one, then it comes first, where nothing falls off', () => {
    const { labels, lines } = rowLabels({ warnings: ['Simulated', false], rest: ['Stocks', undefined] });
    expect([labels, lines]).toEqual([['Simulated', 'Stocks'], 1]);
  });

  it('given two, then they have a line each and the rest gives way', () => {
    const { labels, lines } = rowLabels({ warnings: ['Simulated', 'Closed'], rest: ['Stocks', '1.2M'] });
    expect([labels, lines]).toEqual([['Simulated', 'Closed'], 2]);
  });

  it('given nothing to say, then there are no words', () => {
    expect(rowLabels({ warnings: [], rest: [undefined] }).labels).toEqual([]);
  });
});
