import { holdingsOf, worthOf } from '@app/domain/wallet';
import { type Amount, add, ONE, type Price, parseDecimal, type Rate, sum } from '@app/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Balance, ownedIn } from '../../../data/account/balances.ts';
import type { MarketInfo } from '../../../data/market/markets.ts';
import { PLAIN_UNIT } from '../valuation/unit.ts';
import {
  accountsOf,
  allocationOf,
  balanceAction,
  balancesIn,
  narrow,
  showTenths,
  worthOfBalance,
  worthOfBalances,
} from './balances.ts';

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
  narrow(balancesIn(LIST, 'exchange'), { query: '', isSmallHidden: false, rateOf, unit: PLAIN_UNIT, ...change });
const coins = (list: readonly Balance[]) => list.map(({ currency }) => currency);

const amounts = fc.bigInt({ min: 0n, max: 10n ** 24n }).map((value) => value as Amount);
const balances = fc.uniqueArray(
  fc.record({
    account: fc.constantFrom('wallet' as const, 'exchange' as const, 'contract' as const),
    currency: fc.constantFrom('USDT', 'BTC', 'ETH', 'XYZ'),
    available: amounts,
    frozen: amounts,
  }),
  { selector: ({ account, currency }) => `${account} ${currency}` },
);

describe('balances in the accounts', () => {
  it('law: a row is available plus frozen, and the rows add up to what is owned', () => {
    fc.assert(
      fc.property(balances, (list) => {
        const rows = balancesIn(list, 'all');
        for (const [currency, owned] of holdingsOf(list)) {
          const shown = rows.filter((it) => it.currency === currency);
          expect(sum(shown.map(ownedIn))).toBe(owned);
          expect(sum(shown.map(({ available, frozen }) => add(available, frozen)))).toBe(owned);
        }
        const byAccount = accountsOf(list).flatMap((account) => balancesIn(list, account));
        expect(new Set(byAccount)).toEqual(new Set(rows));
      }),
    );
  });

  it("law: the accounts' values add up to the total, except for the rounding of each row", () => {
    fc.assert(
      fc.property(balances, (list) => {
        const { total } = worthOf(holdingsOf(list), rateOf);
        const apart = sum(accountsOf(list).map((account) => worthOfBalances(balancesIn(list, account), rateOf)));
        expect(apart <= total && total - apart <= BigInt(list.length) * amount('0.00000001')).toBe(true);
      }),
    );
  });

  it('given a frozen balance, then it counts as owned', () => {
    expect(worthOfBalance(balance('exchange', 'USDT', '2187.30', '1017.30'), undefined)).toBe(amount('3204.60'));
    expect(worthOfBalance(balance('exchange', 'XYZ', '5'), rateOf)).toBeUndefined();
  });

  it('given empty accounts, then only the wallet is still listed', () => {
    expect(accountsOf(LIST)).toEqual(['wallet', 'exchange', 'bonus']);
    expect(accountsOf([])).toEqual(['wallet']);
  });
});

describe('hidden balances', () => {
  it('given small balances hidden, then values below one are hidden, and coins without a rate stay', () => {
    expect(coins(narrowed({}).shown)).toEqual(['USDT', 'BTC', 'XYZ']);
    const { shown, leftOut } = narrowed({ isSmallHidden: true });
    expect([coins(shown), leftOut]).toEqual([['USDT', 'XYZ'], 1]);
  });

  it('given a currency in which its value is above one, then it is not small', () => {
    const lira = { sign: '₺', name: 'TRY', rate: parseDecimal<Rate>('34.5') };
    expect(coins(narrowed({ isSmallHidden: true, unit: lira }).shown)).toEqual(['USDT', 'BTC', 'XYZ']);
  });

  it('given a search text, then coins whose code contains it; the others do not count as small', () => {
    const { shown, leftOut } = narrowed({ query: ' bt ' });
    expect([coins(shown), leftOut]).toEqual([['BTC'], 0]);
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

describe('the link of a balance', () => {
  const markets = [
    { symbol: 'BTC/USDT', products: ['spot'] },
    { symbol: 'OLD/USDT', products: ['contract'] },
  ] as unknown as readonly MarketInfo[];

  it('given a coin, then it links to its market; without a spot market, then there is no link', () => {
    const to = (it: Balance) => balanceAction(it, markets)?.to;
    expect(to(balance('exchange', 'BTC', '1'))).toBe('/pages/transaction/currency?symbol=BTC%2FUSDT');
    expect(to(balance('exchange', 'OLD', '1'))).toBeUndefined();
    expect(to(balance('exchange', 'USDT', '1'))).toBe('/pages/fund/transfer?from=exchange&to=wallet');
    expect(to(balance('wallet', 'USDT', '1'))).toBe('/pages/fund/transfer?from=wallet&to=exchange');
    expect(to(balance('bonus', 'USDT', '1'))).toBeUndefined();
  });
});
