import { type Amount, formatDecimal, multiply, type Price, parseDecimal } from '@app/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { costOf, priceOf, quantityOf, unitOf } from './index.ts';

/** Every tick and lot size a market has, and the finest the markets table accepts. */
const GRIDS = [
  ['0.01', '0.00001', '0.0000001'],
  ['0.01', '0.0001', '0.000001'],
  ['0.01', '0.001', '0.00001'],
  ['0.01', '0.01', '0.0001'],
  ['0.01', '0.1', '0.001'],
  ['0.0001', '0.1', '0.00001'],
  ['0.0001', '1', '0.0001'],
  ['0.00001', '1', '0.00001'],
  ['0.001', '0.01', '0.00001'],
  ['0.001', '0.1', '0.0001'],
  ['0.001', '1', '0.001'],
  ['0.1', '0.001', '0.0001'],
  ['0.1', '0.01', '0.001'],
  ['1', '0.01', '0.01'],
  ['0.00000001', '1', '0.00000001'],
  ['0.000000001', '0.000000001', '0.000000000000000001'],
] as const;
const gridOf = (tick: string, lot: string) => ({
  priceTick: parseDecimal<Price>(tick),
  lot: parseDecimal<Amount>(lot),
});
const grids = fc.constantFrom(...GRIDS).map(([tick, lot]) => gridOf(tick, lot));
const counts = fc.oneof(fc.integer({ min: 0, max: 1_000 }), fc.maxSafeNat());

describe('the unit of a market', () => {
  it.each(GRIDS)('given ticks of %s and lots of %s, then it is %s', (tick, lot, unit) => {
    expect(formatDecimal(unitOf(gridOf(tick, lot)))).toBe(unit);
  });

  it('given steps whose product needs more than eighteen places, then it is a defect', () => {
    expect(() => unitOf(gridOf('0.0000000001', '0.000000001'))).toThrow('tick times lot is exact');
  });
});

describe('a cost', () => {
  it('is price times quantity without rounding', () => {
    fc.assert(
      fc.property(grids, counts, counts, (grid, ticks, lots) => {
        const cost = costOf(grid, ticks, lots);
        expect(multiply(quantityOf(grid, lots), priceOf(grid, ticks), 'down')).toBe(cost);
        expect(multiply(quantityOf(grid, lots), priceOf(grid, ticks), 'up')).toBe(cost);
      }),
    );
  });
});
