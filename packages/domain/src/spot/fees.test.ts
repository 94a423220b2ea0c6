import { type Amount, add, multiply, type Rate, subtract, sum, ZERO } from '@app/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chargeFee, type FeeState, NO_FEES, restHold } from './index.ts';

type Part = { readonly cost: Amount; readonly rate: Rate };

/** Dust is common here: that is where rounding per fill differs from rounding per order. */
const costs = fc
  .oneof(fc.bigInt({ min: 1n, max: 5_000n }), fc.bigInt({ min: 1n, max: 10n ** 25n }))
  .map((value) => value as Amount);
const rates = fc
  .oneof(
    fc.bigInt({ min: 0n, max: 500n }).map((basisPoints) => basisPoints * 10n ** 14n),
    fc.bigInt({ min: 0n, max: 5n * 10n ** 16n }),
  )
  .map((value) => value as Rate);
const partsAt = (rate: fc.Arbitrary<Rate>) =>
  fc.array(fc.record({ cost: costs, rate }), { minLength: 1, maxLength: 8 });
const oneRate = rates.chain((rate) => partsAt(fc.constant(rate)));
const makerAndTaker = fc.tuple(rates, rates).chain((both) => partsAt(fc.constantFrom(...both)));
const shares = fc.array(fc.integer({ min: 0, max: 100 }), { minLength: 8, maxLength: 8 });

const chargeAll = (parts: readonly Part[], start: FeeState = NO_FEES) => {
  let state = start;
  const dues = parts.map(({ cost, rate }) => {
    const { due, next } = chargeFee(state, cost, rate);
    state = next;
    return due;
  });
  return { dues, total: sum(dues), state };
};

/** Splits each part in two at the given shares, and puts the second halves after all the first ones. */
const cutAt = (parts: readonly Part[], at: readonly number[]): Part[] => {
  const firsts = parts.map(({ cost, rate }, n) => ({ cost: ((cost * BigInt(at[n] ?? 0)) / 100n) as Amount, rate }));
  return [...firsts, ...parts.map(({ cost, rate }, n) => ({ cost: subtract(cost, firsts[n]?.cost ?? ZERO), rate }))];
};

describe('the fee of an order', () => {
  it.each([
    ['at one rate', oneRate],
    ['as maker and as taker', makerAndTaker],
  ])('is the same however the order is split into fills %s', (_, orders) => {
    fc.assert(
      fc.property(orders, shares, (parts, at) => {
        const whole = chargeAll(parts);
        const cut = chargeAll(cutAt(parts, at));
        expect(cut.state).toEqual(whole.state);
        expect(cut.total).toBe(whole.total);
        expect(whole.total).toBe(whole.state.fee);
      }),
    );
  });

  it('at one rate is the fee on the total traded, rounded up once', () => {
    fc.assert(
      fc.property(oneRate, (parts) => {
        const [{ rate }] = parts as [Part];
        expect(chargeAll(parts).total).toBe(multiply(sum(parts.map(({ cost }) => cost)), rate, 'up'));
      }),
    );
  });

  it('is never lower for several orders than for one', () => {
    fc.assert(
      fc.property(makerAndTaker, (parts) => {
        const apart = sum(parts.map((part) => chargeAll([part]).total));
        expect(apart >= chargeAll(parts).total).toBe(true);
      }),
    );
  });

  it('is never negative and never more than the fill, so that no user pays to sell', () => {
    fc.assert(
      fc.property(makerAndTaker, (parts) => {
        chargeAll(parts).dues.forEach((due, n) => {
          expect(due >= 0n && due <= (parts[n]?.cost ?? ZERO)).toBe(true);
        });
      }),
    );
  });
});

describe('the hold of a resting order', () => {
  const takenBefore = fc.tuple(costs, rates).map(([cost, rate]) => chargeFee(NO_FEES, cost, rate).next);
  const starts = fc.oneof(fc.constant(NO_FEES), takenBefore);

  it('shrinks with each fill by exactly what the fill takes, and ends at zero', () => {
    fc.assert(
      fc.property(starts, rates, fc.array(costs, { minLength: 1, maxLength: 8 }), (start, makerRate, fills) => {
        let feeState = start;
        let left = sum(fills);
        for (const cost of fills) {
          const before = restHold({ side: 'buy', feeState, makerRate }, { cost: left, quantity: ZERO });
          const { due, next } = chargeFee(feeState, cost, makerRate);
          feeState = next;
          left = subtract(left, cost);
          const after = restHold({ side: 'buy', feeState, makerRate }, { cost: left, quantity: ZERO });
          expect(subtract(before, after)).toBe(add(cost, due));
        }
        expect(restHold({ side: 'buy', feeState, makerRate }, { cost: ZERO, quantity: ZERO })).toBe(ZERO);
      }),
    );
  });

  it('of a sale is the quantity left to sell, whatever the fees', () => {
    fc.assert(
      fc.property(starts, rates, costs, costs, (feeState, makerRate, cost, quantity) => {
        expect(restHold({ side: 'sell', feeState, makerRate }, { cost, quantity })).toBe(quantity);
      }),
    );
  });
});
