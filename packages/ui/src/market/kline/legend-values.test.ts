import { type Price, parseDecimal } from '@app/money';
import { describe, expect, it } from 'vitest';
import { isSameLegend, legendValues } from './legend-values.ts';

const price = parseDecimal<Price>('1');
const bar = { time: 0, open: price, high: price, low: price, close: price, volume: price };
const MA = {
  shortName: 'MA',
  figures: [
    { key: 'ma1', title: 'MA7: ', type: 'line' },
    { key: 'ma2', title: 'MA25: ', type: 'line' },
  ],
  result: [{}, { ma1: 67611.38 }],
};

describe('values of indicators', () => {
  it('are truncated like prices, and a dash until there are enough bars', () => {
    expect(legendValues([MA], 1, 1)).toEqual([
      { name: 'MA7', text: '67,611.3', series: 1 },
      { name: 'MA25', text: '—', series: 2 },
    ]);
  });

  it('are dashes if nothing has been computed yet', () => {
    expect(legendValues([MA], 9, 1).map(({ text }) => text)).toEqual(['—', '—']);
  });
});

describe('a legend', () => {
  const legend = { bar, isLast: true, values: legendValues([MA], 1, 1) };

  it('is reported again only when it differs', () => {
    expect(isSameLegend(legend, { ...legend, values: legendValues([MA], 1, 1) })).toBe(true);
    expect(isSameLegend(legend, { ...legend, values: legendValues([MA], 0, 1) })).toBe(false);
    expect(isSameLegend(legend, { ...legend, bar: { ...bar } })).toBe(false);
    expect(isSameLegend(undefined, legend)).toBe(false);
  });
});
