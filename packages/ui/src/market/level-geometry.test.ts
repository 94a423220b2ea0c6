import { type Decimal, type Price, parseDecimal } from '@app/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { placeLevels } from './level-geometry.ts';

const price = (text: string) => parseDecimal<Price>(text);
const anyPrice = fc
  .oneof(fc.bigInt({ min: 1n, max: 9n }), fc.bigInt({ min: 1n, max: 10n ** 27n }))
  .map((units) => units as Decimal);

describe('the levels of a position', () => {
  it('given a long position, then its line runs from liquidation to the target', () => {
    const levels = { liquidation: price('60'), entry: price('65'), now: price('75'), target: price('80') };
    expect(placeLevels(levels)).toEqual({ entry: 0.25, now: 0.75 });
  });

  it('given a short position, then its line runs from the target to liquidation', () => {
    const levels = { liquidation: price('80'), entry: price('65'), now: price('75'), target: price('60') };
    expect(placeLevels(levels)).toEqual({ entry: 0.25, now: 0.75 });
  });

  it('given no target, then the price is inside the line and never at its end', () => {
    fc.assert(
      fc.property(anyPrice, anyPrice, anyPrice, (liquidation, entry, now) => {
        fc.pre(liquidation !== entry && now > liquidation === entry > liquidation && now !== liquidation);
        const isLong = liquidation < entry;
        const places = placeLevels({ liquidation, entry, now });
        expect(isLong ? places.now <= 0.81 : places.now >= 0.19).toBe(true);
      }),
    );
  });
});
