import { formatDecimal } from '@app/money';
import { describe, expect, it } from 'vitest';
import { keptRates } from './fiat-rates.ts';

describe('the rates of the last visit', () => {
  it('are restored with their time', () => {
    const { rates, saveTime } = keptRates({ rates: { USD: '1', TRY: '41.25' }, saveTime: 7 });
    expect(Object.entries(rates).map(([code, rate]) => [code, formatDecimal(rate)])).toEqual([
      ['USD', '1'],
      ['TRY', '41.25'],
    ]);
    expect(saveTime).toBe(7);
  });

  it.each([
    undefined,
    null,
    'x',
    [],
    { rates: null, saveTime: 1 },
    { rates: { USD: 1, EUR: '-1', GBP: '1e9' }, saveTime: 1 },
  ])('given %j was stored, then no rate is known', (kept) => {
    expect(keptRates(kept).rates).toEqual({});
  });
});
