import { type Amount, add, type Price, parseDecimal, subtract, sum, ZERO } from '@app/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { valueAt } from '../wallet/index.ts';
import {
  createCostBook,
  createDayTotals,
  dayOf,
  daysOf,
  foldTransfer,
  monthBounds,
  monthsOf,
  nextMonth,
  summarise,
  totalOf,
} from './index.ts';

const amount = (text: string) => parseDecimal<Amount>(text);
const PRICES: Record<string, string> = { USDT: '1', BTC: '100', ETH: '10' };
const appraise = (currency: string, size: Amount) =>
  PRICES[currency] === undefined ? undefined : valueAt(size, parseDecimal<Price>(PRICES[currency]));
const transfer = (kind: string, changes: Record<string, string>, fee?: string) => ({
  id: 1n,
  atMs: 0,
  kind,
  changes: new Map(Object.entries(changes).map(([currency, text]) => [currency, amount(text)])),
  fee: fee === undefined ? undefined : { currency: 'USDT', amount: amount(fee) },
});

describe('a transfer in the cost book', () => {
  it('given a purchase with a fee, when it is sold, then the fee of both is part of cost and proceeds', () => {
    const book = createCostBook(new Map());
    foldTransfer(book, transfer('demo.grant', { USDT: '1000' }), appraise);
    const bought = foldTransfer(book, transfer('spot.fill', { BTC: '1', USDT: '-101' }, '1'), appraise);
    expect(bought).toMatchObject({ flows: new Map(), product: 'spot', result: ZERO, fee: amount('1'), disposals: [] });
    expect(book.coins.get('BTC')?.cost()).toBe(amount('101'));
    const sold = foldTransfer(book, transfer('spot.fill', { BTC: '-1', USDT: '119' }, '1'), appraise);
    expect(sold).toMatchObject({ result: amount('19'), fee: amount('1'), currency: 'BTC' });
    expect(sold.disposals).toEqual([
      { currency: 'BTC', quantity: amount('1'), proceeds: amount('119'), cost: amount('101') },
    ]);
    expect(book.coins.get('USDT')?.quantity()).toBe(amount('1018'));
  });

  it('given a coin that comes in from outside, then it costs its value of that time and is no result', () => {
    const book = createCostBook(new Map());
    const outcome = foldTransfer(book, transfer('deposit', { BTC: '2' }), appraise);
    expect(outcome).toMatchObject({ flows: new Map([['BTC', amount('200')]]), result: ZERO, product: undefined });
    expect(book.coins.get('BTC')?.cost()).toBe(amount('200'));
  });

  it('given a sweep of money and a coin, then each is a flow of its own at its value, and none is a sale', () => {
    const book = createCostBook(
      new Map([
        ['BTC', [{ quantity: amount('1'), cost: amount('60') }]],
        ['USDT', [{ quantity: amount('50'), cost: amount('50') }]],
      ]),
    );
    const outcome = foldTransfer(book, transfer('demo.sweep', { BTC: '-1', USDT: '-50' }), appraise);
    expect(outcome.flows).toEqual(
      new Map([
        ['BTC', amount('-100')],
        ['USDT', amount('-50')],
      ]),
    );
    expect([outcome.result, [...book.unpriced]]).toEqual([ZERO, []]);
  });

  it('given coin for coin, then the value given is the cost received', () => {
    const book = createCostBook(new Map([['BTC', [{ quantity: amount('1'), cost: amount('60') }]]]));
    const outcome = foldTransfer(book, transfer('spot.fill', { BTC: '-1', ETH: '9.9' }), appraise);
    expect(outcome).toMatchObject({ result: amount('40'), currency: 'BTC' });
    expect(book.coins.get('ETH')?.cost()).toBe(amount('100'));
  });

  it('given a coin without a price, then its cost is unknown and nothing is claimed', () => {
    const book = createCostBook(new Map());
    expect(foldTransfer(book, transfer('deposit', { XYZ: '5' }), appraise).flows).toEqual(new Map([['XYZ', ZERO]]));
    expect([...book.unpriced]).toEqual(['XYZ']);
  });
});

describe('the figures of a period', () => {
  it('given any transfers and prices, then closing is opening plus flows, results and moves of what is held, less fees', () => {
    const text = fc.integer({ min: 1, max: 1_000_000 }).map((value) => amount((value / 1_000).toFixed(3)));
    const step = fc.oneof(
      fc.record({ kind: fc.constant('deposit'), coin: fc.constantFrom('BTC', 'USDT'), size: text }),
      fc.record({ kind: fc.constantFrom('buy', 'sell'), coin: fc.constant('BTC'), size: text }),
    );
    const price = fc.integer({ min: 1, max: 500 }).map((value) => parseDecimal<Price>(String(value)));
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), price, price, (steps, priceBefore, priceAfter) => {
        const book = createCostBook(
          new Map([
            ['BTC', [{ quantity: amount('10'), cost: amount('1000') }]],
            ['USDT', [{ quantity: amount('5'), cost: amount('5') }]],
          ]),
        );
        const before = new Map([...book.coins].map(([currency, coin]) => [currency, coin.quantity()]));
        const totals = createDayTotals();
        for (const { kind, coin, size } of steps) {
          const moved = kind === 'deposit' ? transfer('deposit', {}) : transfer('spot.fill', {}, '0.5');
          const sign = kind === 'sell' ? -1n : 1n;
          const changes = new Map([[coin, (sign * size) as Amount]]);
          if (kind !== 'deposit') changes.set('USDT', (-sign * size * 99n) as Amount);
          totals.add(moved.kind, changes.keys(), foldTransfer(book, { ...moved, changes }, appraise));
        }
        const days = [...totals.list()].map(([currency, sums]) => ({
          currency,
          day: '2026-10-01',
          quantity: book.coins.get(currency)?.quantity() ?? ZERO,
          cost: book.coins.get(currency)?.cost() ?? ZERO,
          ...sums,
        }));
        const after = new Map([...book.coins].map(([currency, coin]) => [currency, coin.quantity()]));
        const figures = summarise(days, {
          before,
          after,
          priceBefore: () => priceBefore,
          priceAfter: () => priceAfter,
        });
        const { opening, closing, flows, results, fees, held, total } = figures;
        expect(sum([opening, totalOf(flows), totalOf(results), held])).toBe(add(closing, totalOf(fees)));
        expect(total).toBe(subtract(subtract(closing, opening), totalOf(flows)));
      }),
    );
  });
});

describe('periods in UTC', () => {
  it.each([
    ['2026-02', '2026-03', 28],
    ['2028-02', '2028-03', 29],
    ['2026-12', '2027-01', 31],
  ])('given %s, then the next is %s and it has %i days', (month, next, days) => {
    expect(nextMonth(month)).toBe(next);
    expect(daysOf(month, Number.MAX_SAFE_INTEGER / 1_000)).toHaveLength(days);
    expect(dayOf(monthBounds(month).toMs)).toBe(`${next}-01`);
  });

  it('given now, then days and months to come are left out', () => {
    const nowMs = Date.UTC(2026, 9, 3, 0, 0, 0);
    expect(daysOf('2026-10', nowMs)).toEqual(['2026-10-01', '2026-10-02', '2026-10-03']);
    expect(daysOf('2026-11', nowMs)).toEqual([]);
    expect(monthsOf('2026', nowMs)).toHaveLength(10);
  });
});
