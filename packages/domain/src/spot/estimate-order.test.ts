import { type Amount, formatDecimal, type Price, parseDecimal, type Rate, ZERO } from '@app/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type DepthLevel, estimateOrder, type OrderContext, type OrderRequest, SPOT_RULES } from './index.ts';

const amount = (text: string) => parseDecimal<Amount>(text);
const price = (text: string) => parseDecimal<Price>(text);
const level = (at: string, open: string): DepthLevel => [price(at), amount(open)];

const DEPTH = {
  bids: [level('99', '1'), level('98', '2'), level('90', '5')],
  asks: [level('101', '1'), level('102', '2'), level('110', '5')],
};
/** A calm market; the price band of a market order is 95 to 105. */
const CALM: OrderContext = {
  market: { id: 1, symbol: 'BTC/USDT', base: 'BTC', quote: 'USDT', priceTick: price('1'), lot: amount('0.1') },
  mode: 'real',
  isHalted: false,
  rules: SPOT_RULES,
  openOrders: 0,
  index: { price: price('100'), ageMs: 0, isSimulated: false },
  fees: { maker: parseDecimal<Rate>('0.01'), taker: parseDecimal<Rate>('0.02') },
  available: { base: amount('10'), quote: amount('1000') },
};
const limit = (side: 'buy' | 'sell', at: string, quantity: string, force: 'gtc' | 'ioc' | 'post' = 'gtc') =>
  ({ kind: 'limit', side, price: price(at), quantity: amount(quantity), force }) as const;
const spend = (budget: string) => ({ kind: 'market', side: 'buy', budget: amount(budget) }) as const;
const sell = (quantity: string) => ({ kind: 'market', side: 'sell', quantity: amount(quantity) }) as const;

const describeEstimate = (request: OrderRequest, orderContext = CALM) => {
  const { taken, average, rests, fee, pays, gets, leftAfter, beyond } = estimateOrder(request, orderContext, DEPTH);
  const parts = [taken.quantity, taken.cost, rests, fee].map((it) => formatDecimal(it));
  return [
    `takes ${parts[0]} for ${parts[1]}, rests ${parts[2]}, fee ${parts[3]}`,
    `pays ${formatDecimal(pays.amount)} ${pays.currency}, gets ${formatDecimal(gets.amount)} ${gets.currency}`,
    `left ${formatDecimal(leftAfter)}, average ${average === undefined ? '—' : formatDecimal(average)}`,
    ...(beyond ? ['beyond'] : []),
  ];
};
const NONE = 'takes 0 for 0, rests 0, fee 0';

describe('an order estimate', () => {
  it.each([
    [
      'one that rests',
      limit('buy', '100', '2'),
      ['takes 0 for 0, rests 2, fee 2', 'pays 202 USDT, gets 2 BTC', 'left 798, average —'],
    ],
    [
      'one that takes two levels',
      limit('buy', '102', '2', 'ioc'),
      ['takes 2 for 203, rests 0, fee 4.06', 'pays 207.06 USDT, gets 2 BTC', 'left 792.94, average 101.5'],
    ],
    [
      'one that takes and rests',
      limit('buy', '101', '2'),
      ['takes 1 for 101, rests 1, fee 3.03', 'pays 205.03 USDT, gets 2 BTC', 'left 794.97, average 101'],
    ],
    [
      'one whose remainder is cancelled',
      limit('sell', '99', '2', 'ioc'),
      ['takes 1 for 99, rests 0, fee 1.98', 'pays 1 BTC, gets 97.02 USDT', 'left 9, average 99'],
    ],
    [
      'a sale that takes and rests',
      limit('sell', '99', '2'),
      ['takes 1 for 99, rests 1, fee 2.97', 'pays 2 BTC, gets 195.03 USDT', 'left 8, average 99'],
    ],
    [
      'one that only rests',
      limit('sell', '100', '2', 'post'),
      ['takes 0 for 0, rests 2, fee 2', 'pays 2 BTC, gets 198 USDT', 'left 8, average —'],
    ],
    [
      'one that only rests and would take',
      limit('sell', '99', '2', 'post'),
      [NONE, 'pays 0 BTC, gets 0 USDT', 'left 10, average —'],
    ],
    [
      'a purchase for a budget',
      spend('210'),
      ['takes 2 for 203, rests 0, fee 4.06', 'pays 207.06 USDT, gets 2 BTC', 'left 792.94, average 101.5'],
    ],
    [
      'a sale that the band ends',
      sell('5'),
      ['takes 3 for 295, rests 0, fee 5.9', 'pays 3 BTC, gets 289.1 USDT', 'left 7, average 98.333333333333333333'],
    ],
    [
      'one that wants more than is shown',
      limit('buy', '120', '9'),
      ['takes 8 for 855, rests 1, fee 19.5', 'pays 994.5 USDT, gets 9 BTC', 'left 5.5, average 106.875', 'beyond'],
    ],
    [
      'one that wants more than is shown and does not rest',
      limit('sell', '80', '9', 'ioc'),
      ['takes 8 for 745, rests 0, fee 14.9', 'pays 9 BTC, gets 730.1 USDT', 'left 1, average 93.125', 'beyond'],
    ],
  ] as const)('given %s, then it shows the outcome: %#', (_, request, expected) => {
    expect(describeEstimate(request)).toEqual(expected);
  });

  it('given a budget larger than the visible depth, then all of it may be spent', () => {
    const wide = { ...CALM, rules: { ...SPOT_RULES, bandRate: parseDecimal<Rate>('0.5') } };
    expect(describeEstimate(spend('950'), wide)).toEqual([
      ...['takes 8 for 855, rests 0, fee 17.1', 'pays 950 USDT, gets 8 BTC', 'left 50, average 106.875', 'beyond'],
    ]);
  });

  it.each([undefined, { price: price('100'), ageMs: 60_000, isSimulated: false }])(
    'given no fresh index (%#), then a market order does nothing',
    (index) => {
      expect(describeEstimate(sell('1'), { ...CALM, index })[0]).toBe(NONE);
      expect(describeEstimate(limit('sell', '99', '1'), { ...CALM, index })[0]).not.toBe(NONE);
    },
  );

  it('given more than the available balance, then the remaining balance is zero, not negative', () => {
    expect(describeEstimate(limit('sell', '100', '11'))[2]).toBe('left 0, average —');
  });

  it('never fails while the order is typed, off the grid or below zero', () => {
    const typed = fc.bigInt({ min: -(10n ** 22n), max: 10n ** 22n });
    const forces = fc.constantFrom('gtc', 'ioc', 'post');
    fc.assert(
      fc.property(typed, typed, forces, fc.constantFrom('buy', 'sell'), (at, size, force, side) => {
        const quantity = size as Amount;
        const budget = size as Amount;
        const atMarket = side === 'buy' ? ({ side, budget } as const) : ({ side, quantity } as const);
        for (const request of [
          { kind: 'limit', side, price: at as Price, quantity, force },
          { kind: 'market', ...atMarket },
        ] as const) {
          const { pays, gets, leftAfter, fee } = estimateOrder(request, CALM, DEPTH);
          for (const it of [pays.amount, gets.amount, leftAfter, fee]) expect(it >= ZERO).toBe(true);
        }
      }),
    );
  });
});
