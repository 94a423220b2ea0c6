import { type Decimal, type Price, parseDecimal } from '@app/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { percentOf, positionBetween } from './geometry.ts';

const price = (text: string) => parseDecimal<Price>(text);
const anyPrice = fc.bigInt({ min: 0n, max: 10n ** 30n }).map((units) => units as Decimal);

describe('a value between two others', () => {
  it.each([
    ['66616.4', '66102.5', '68210', '24.38%'],
    ['60000', '60000', '69500', '0%'],
    ['69500', '60000', '69500', '100%'],
    ['3378.4', '4006', '3150', '73.31%'],
  ])('%s from %s to %s is at %s', (value, from, to, place) => {
    expect(percentOf(positionBetween(price(value), price(from), price(to)))).toBe(place);
  });

  it('is always on the line, and moves in the direction of the value', () => {
    fc.assert(
      fc.property(anyPrice, anyPrice, anyPrice, anyPrice, (a, b, c, d) => {
        const [from, to] = c < d ? [c, d] : [d, c];
        const [less, more] = a < b ? [a, b] : [b, a];
        const places = [positionBetween(less, from, to), positionBetween(more, from, to)] as const;
        expect(places[0]).toBeLessThanOrEqual(places[1]);
        expect(places[0]).toBeGreaterThanOrEqual(0);
        expect(places[1]).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('given equal ends, then it is in the middle', () => {
    expect(positionBetween(price('7'), price('7'), price('7'))).toBe(0.5);
  });
});
