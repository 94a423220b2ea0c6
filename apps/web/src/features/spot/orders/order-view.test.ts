import { type Amount, ONE, type Price, parseDecimal } from '@app/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Order } from '../../../data/account/orders.ts';
import { coinsOf, filledPercent, filledShare, restOf, restWorth, settledBy, stageOf } from './order-texts.ts';

const amount = (text: string) => parseDecimal<Amount>(text);
const price = (text: string) => parseDecimal<Price>(text);

const ORDER: Order = {
  id: 1n,
  symbol: 'BTC/USDT',
  currency_id: 1n,
  legal_id: 3n,
  type: 'buy',
  kind: 'limit',
  time_in_force: 'gtc',
  price: price('60000'),
  amount: amount('0.02'),
  budget: null,
  filled: amount('0'),
  cost: amount('0'),
  average: null,
  fee: amount('0'),
  fee_currency: 'USDT',
  status: 'open',
  reason: null,
  created: 0,
  closed: null,
};
const traded = { filled: amount('0.007'), cost: amount('420'), fee: amount('0.42') };

describe('the stage of an order', () => {
  it.each([
    ['open', '0', 'waiting'],
    ['open', '0.007', 'filling'],
    ['filled', '0.02', 'filled'],
    ['cancelled', '0.007', 'cut'],
    ['cancelled', '0', 'cancelled'],
  ] as const)('given %s with %s filled, then it is %s', (status, filled, stage) => {
    expect(stageOf({ status, filled: amount(filled) })).toBe(stage);
  });
});

describe('how much of an order is filled', () => {
  it.each([
    ['0', 0],
    ['0.007', 35],
    ['0.0199999', 99],
    ['0.0000001', 0],
  ])('given %s of 0.02, then %i %% is shown, rounded down', (filled, percent) => {
    expect(filledPercent({ ...ORDER, filled: amount(filled) })).toBe(percent);
  });

  it('given a purchase for a budget, then the spent money with its fee counts', () => {
    const order: Order = { ...ORDER, kind: 'market', amount: null, price: null, budget: amount('840.84'), ...traded };
    expect(filledPercent({ ...order, status: 'cancelled' })).toBe(50);
  });

  it('given less than a lot left of a budget, when the order is filled, then it is at 100 percent', () => {
    const order: Order = { ...ORDER, amount: null, budget: amount('421'), ...traded, status: 'filled' };
    expect(filledPercent(order)).toBe(100);
  });

  it('never shows 100 percent while something is left, and never more', () => {
    const sizes = fc.bigInt({ min: 1n, max: 10n ** 24n });
    const lefts = fc.bigInt({ min: 1n, max: 1_000n });
    fc.assert(
      fc.property(sizes, lefts, (size, left) => {
        const filled = (left < size ? size - left : 0n) as Amount;
        const order: Order = { ...ORDER, amount: size as Amount, filled };
        expect(filledShare(order)).toBeLessThan(ONE);
        expect(filledPercent(order)).toBeLessThanOrEqual(99);
      }),
    );
  });
});

describe('what an order paid and received', () => {
  it('given a purchase, then the fee is added to the cost', () => {
    expect(settledBy({ ...ORDER, ...traded })).toEqual({ gave: amount('420.42'), got: amount('0.007') });
  });

  it('given a sale, then the fee is deducted from the proceeds', () => {
    expect(settledBy({ ...ORDER, ...traded, type: 'sell' })).toEqual({ gave: amount('0.007'), got: amount('419.58') });
  });
});

describe('the unfilled rest of an order', () => {
  it("is valued at the order's price", () => {
    expect(restOf({ ...ORDER, ...traded })).toBe(amount('0.013'));
    expect(restWorth({ ...ORDER, ...traded })).toBe(amount('780'));
  });

  it('given a market order, then nothing rests', () => {
    expect(restWorth({ ...ORDER, price: null, amount: null, budget: amount('1000') })).toBe(0n);
  });
});

describe('a pair', () => {
  it('is split into its two coins', () => {
    expect(coinsOf('BTC/USDT')).toEqual({ base: 'BTC', quote: 'USDT' });
  });
});
