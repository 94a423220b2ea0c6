import { describe, expect, it } from 'vitest';
import { rowLabels } from './row-labels.ts';

describe('the labels of a row', () => {
  it('given no warning, then the others share one line', () => {
    expect(rowLabels({ warnings: [false, undefined], rest: ['Stocks', '1.2M'] })).toEqual({
      labels: ['Stocks', '1.2M'],
      musts: 0,
      lines: 1,
    });
  });

  it('given one warning, then it comes first, where nothing is cut off', () => {
    const { labels, musts, lines } = rowLabels({ warnings: ['Simulated', false], rest: ['Stocks', undefined] });
    expect([labels, musts, lines]).toEqual([['Simulated', 'Stocks'], 1, 1]);
  });

  it('given two warnings, then each has a line and the others are dropped', () => {
    const { labels, lines } = rowLabels({ warnings: ['Simulated', 'Closed'], rest: ['Stocks', '1.2M'] });
    expect([labels, lines]).toEqual([['Simulated', 'Closed'], 2]);
  });

  it('given no label, then the line is empty', () => {
    expect(rowLabels({ warnings: [], rest: [undefined] }).labels).toEqual([]);
  });
});
