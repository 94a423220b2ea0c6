import { type Amount, add, ONE, type Price, parseDecimal, sum, ZERO } from '@app/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { USER_KINDS } from '../ledger/index.ts';
import { type Holdings, holdingsOf, type RateOf, worthOf } from './index.ts';

const amount = (text: string) => parseDecimal<Amount>(text);
const price = (text: string) => parseDecimal<Price>(text);

const CENT = amount('0.00000001');
const CODES = ['USDT', 'BTC', 'ETH', 'XYZ'] as const;
const amounts = fc.bigInt({ min: 0n, max: 10n ** 30n }).map((value) => value as Amount);
const prices = fc.bigInt({ min: 0n, max: 10n ** 24n }).map((value) => value as Price);
const holdings = fc.dictionary(fc.constantFrom(...CODES), amounts).map((it): Holdings => new Map(Object.entries(it)));
const tables = fc.record({ BTC: prices, ETH: prices });
const rated = (table: Readonly<Record<string, Price>>): RateOf => {
  const rates = new Map(Object.entries(table));
  return (currency) => rates.get(currency);
};
const balances = fc.array(
  fc.record({
    account: fc.constantFrom(...USER_KINDS),
    currency: fc.constantFrom(...CODES),
    available: amounts,
    frozen: amounts,
  }),
);

describe('holdings', () => {
  it('are the same in any account: moving or freezing money changes nothing', () => {
    fc.assert(
      fc.property(balances, amounts, amounts, (list, free, part) => {
        const lying = [
          { account: 'wallet', currency: 'BTC', available: add(free, part), frozen: ZERO },
          { account: 'exchange', currency: 'BTC', available: ZERO, frozen: ZERO },
        ] as const;
        const moved = [
          { account: 'wallet', currency: 'BTC', available: free, frozen: ZERO },
          { account: 'exchange', currency: 'BTC', available: ZERO, frozen: part },
        ] as const;
        expect(holdingsOf([...list, ...moved])).toEqual(holdingsOf([...list, ...lying]));
      }),
    );
  });

  it('given bonus money, then it does not count', () => {
    const bonus = { account: 'bonus', currency: 'USDT', available: amount('28'), frozen: ZERO } as const;
    expect(worthOf(holdingsOf([bonus]), rated({})).total).toBe(ZERO);
  });
});

describe('the value of holdings', () => {
  it('is never more than the exact sum, and less by under one truncation step per coin', () => {
    fc.assert(
      fc.property(holdings, tables, (held, table) => {
        const rates = new Map([...Object.entries(table), ['USDT', ONE as Price]]);
        const exact = [...held].reduce((total, [code, owned]) => total + owned * (rates.get(code) ?? 0n), 0n);
        const { total } = worthOf(held, rated(table));
        expect(total * ONE <= exact).toBe(true);
        expect((total + BigInt(held.size + 1) * CENT) * ONE > exact).toBe(true);
      }),
    );
  });

  it('given a product just below a step, then it is not rounded up to it', () => {
    const rate = price('0.999999999999999999');
    expect(worthOf(new Map([['BTC', CENT]]), rated({ BTC: rate })).total).toBe(ZERO);
  });

  it('of different coins adds up exactly, of the same coin up to truncation', () => {
    fc.assert(
      fc.property(holdings, tables, (held, table) => {
        const apart = [...held].map((coin) => worthOf(new Map([coin]), rated(table)).total);
        expect(worthOf(held, rated(table)).total).toBe(sum(apart));
        const twice = worthOf(new Map([...held].map(([code, owned]) => [code, add(owned, owned)])), rated(table)).total;
        expect(twice >= sum(apart) * 2n && twice <= sum(apart) * 2n + BigInt(held.size) * CENT).toBe(true);
      }),
    );
  });

  it('never falls when a rate rises', () => {
    fc.assert(
      fc.property(holdings, tables, prices, (held, table, rise) => {
        const higher = { ...table, BTC: add(table.BTC, rise) };
        expect(worthOf(held, rated(higher)).total >= worthOf(held, rated(table)).total).toBe(true);
      }),
    );
  });

  it('given a coin without a rate, then it is listed and excluded; a coin with zero balance is not listed', () => {
    const held = new Map([
      ['XYZ', amount('3')],
      ['ABC', ZERO],
      ['BTC', amount('0.5')],
    ]);
    expect(worthOf(held, rated({ BTC: price('100.123456789') }))).toEqual({
      total: amount('50.06172839'),
      unvalued: ['XYZ'],
    });
  });
});
