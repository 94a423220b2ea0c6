import { holdingsOf, worthOf } from '@app/domain/wallet';
import { type Amount, ONE, type Price, parseDecimal, type Rate, sum } from '@app/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Balance, ownedIn } from '../../../data/account/balances.ts';
import type { MarketInfo } from '../../../data/market/markets.ts';
import { PLAIN_UNIT } from '../valuation/unit.ts';
import { allocationOf, showTenths } from './allocation.ts';
import { accountWorths, bonusOf, coinsIn, narrow, tradePath, worthOfCoins } from './coins.ts';

const amount = (text: string) => parseDecimal<Amount>(text);
const RATES: Readonly<Record<string, Price>> = { BTC: parseDecimal<Price>('70000'), ETH: parseDecimal<Price>('3500') };
const rateOf = (currency: string) => RATES[currency];
const balance = (account: Balance['account'], currency: string, available: string, frozen = '0'): Balance => ({
  account,
  currency,
  available: amount(available),
  frozen: amount(frozen),
});

const LIST = [
  balance('wallet', 'USDT', '100'),
  balance('exchange', 'USDT', '2187.30', '1017.30'),
  balance('exchange', 'BTC', '0', '0.00001'),
  balance('exchange', 'XYZ', '5'),
  balance('contract', 'USDT', '0'),
  balance('bonus', 'USDT', '28'),
];
const narrowed = (change: Partial<Parameters<typeof narrow>[1]>) =>
  narrow(coinsIn(LIST, 'exchange', rateOf), { query: '', isSmallHidden: false, unit: PLAIN_UNIT, ...change });
const codes = (coins: readonly { readonly currency: string }[]) => coins.map(({ currency }) => currency);

const amounts = fc.bigInt({ min: 0n, max: 10n ** 24n }).map((value) => value as Amount);
const balances = fc.uniqueArray(
  fc.record({
    account: fc.constantFrom('wallet' as const, 'exchange' as const, 'contract' as const, 'bonus' as const),
    currency: fc.constantFrom('USDT', 'BTC', 'ETH', 'XYZ'),
    available: amounts,
    frozen: amounts,
  }),
  { selector: ({ account, currency }) => `${account} ${currency}` },
);

describe('coins over all accounts', () => {
  it('law: each coin is listed once, with exactly what is owned of it, and its accounts add up to it', () => {
    fc.assert(
      fc.property(balances, (list) => {
        const coins = coinsIn(list, 'all', rateOf);
        const owned = [...holdingsOf(list)].filter(([, held]) => held > 0n);
        expect(new Map(coins.map(({ currency, total }) => [currency, total]))).toEqual(new Map(owned));
        expect(coins.length).toBe(owned.length);
        for (const { available, frozen, total, accounts } of coins) {
          expect(available + frozen).toBe(total);
          expect(sum(accounts.map(ownedIn))).toBe(total);
        }
      }),
    );
  });

  it('law: they begin with the most valuable, and those without a price are last', () => {
    fc.assert(
      fc.property(balances, (list) => {
        const worths = coinsIn(list, 'all', rateOf).map(({ worth }) => worth ?? -1n);
        expect(worths).toEqual(worths.toSorted((a, b) => (a > b ? -1 : 1)));
      }),
    );
  });

  it('law: the values of the accounts add up to the total, except for the rounding of each row', () => {
    fc.assert(
      fc.property(balances, (list) => {
        const { total } = worthOf(holdingsOf(list), rateOf);
        const apart = sum(accountWorths(list, rateOf).map(({ worth }) => worth));
        expect(apart <= total && total - apart <= BigInt(list.length) * amount('0.00000001')).toBe(true);
        expect(worthOfCoins(coinsIn(list, 'all', rateOf))).toBe(total);
      }),
    );
  });

  it('given bonus money, then it is no coin of any account, but is known', () => {
    expect(codes(bonusOf(LIST))).toEqual(['USDT']);
    expect(coinsIn(LIST, 'all', rateOf)[0]).toMatchObject({ currency: 'USDT', total: amount('3304.60') });
  });
});

describe('hidden coins', () => {
  it('given small ones hidden, then values below one are hidden, and coins without a price stay', () => {
    expect(codes(narrowed({}).shown)).toEqual(['USDT', 'BTC', 'XYZ']);
    const { shown, leftOut } = narrowed({ isSmallHidden: true });
    expect([codes(shown), leftOut]).toEqual([['USDT', 'XYZ'], 1]);
  });

  it('given a currency in which its value is above one, then it is not small', () => {
    const lira = { sign: '₺', name: 'TRY', rate: parseDecimal<Rate>('34.5') };
    expect(codes(narrowed({ isSmallHidden: true, unit: lira }).shown)).toEqual(['USDT', 'BTC', 'XYZ']);
  });

  it('given a search text, then coins whose code contains it; the others do not count as small', () => {
    const { shown, leftOut } = narrowed({ query: ' bt ' });
    expect([codes(shown), leftOut]).toEqual([['BTC'], 0]);
  });
});

describe('the allocation', () => {
  const held = (...parts: readonly (readonly [string, string])[]) =>
    new Map(parts.map(([currency, owned]) => [currency, amount(owned)]));
  const one = () => ONE as Price;

  it('law: the parts add up to the whole, largest first, at most four', () => {
    const worths = fc.dictionary(fc.stringMatching(/^[A-Z]{3}$/), amounts, { maxKeys: 12 });
    fc.assert(
      fc.property(worths, (owned) => {
        const parts = allocationOf(new Map(Object.entries(owned)), one);
        const tenths = parts.map((it) => it.tenths);
        const named = parts.filter(({ currency }) => currency !== undefined).map((it) => it.tenths);
        expect(parts.length).toBeLessThanOrEqual(4);
        if (parts.length > 0) expect(tenths.reduce((all, it) => all + it)).toBe(1_000);
        expect(named).toEqual([...named].sort((a, b) => b - a));
      }),
    );
  });

  it('given three equal coins, then the parts still add up to the whole', () => {
    const parts = allocationOf(held(['A', '1'], ['B', '1'], ['C', '1']), one);
    expect(parts.map(({ tenths }) => showTenths(tenths)).sort()).toEqual(['33.3%', '33.3%', '33.4%']);
  });

  it('given four coins, then all are named; given five, then the last two are combined', () => {
    const names = (...codes: readonly string[]) =>
      allocationOf(held(...codes.map((code, index) => [code, String(9 - index)] as const)), one).map(
        (it) => it.currency,
      );
    expect(names('A', 'B', 'C', 'D')).toEqual(['A', 'B', 'C', 'D']);
    expect(names('A', 'B', 'C', 'D', 'E')).toEqual(['A', 'B', 'C', undefined]);
  });

  it('given no valued holdings, then there are no parts', () => {
    expect(allocationOf(held(['XYZ', '5'], ['USDT', '0']), () => undefined)).toEqual([]);
  });
});

describe('where a coin is traded', () => {
  const markets = [
    { symbol: 'BTC/USDT', products: ['spot'] },
    { symbol: 'OLD/USDT', products: ['contract'] },
  ] as unknown as readonly MarketInfo[];

  it('is its spot market; without one it is nowhere', () => {
    expect(tradePath('BTC', markets)).toBe('/pages/transaction/currency?symbol=BTC%2FUSDT');
    expect([tradePath('OLD', markets), tradePath('USDT', markets)]).toEqual([undefined, undefined]);
  });
});
