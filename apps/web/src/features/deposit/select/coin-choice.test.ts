import { type Amount, parseDecimal, ZERO } from '@app/money';
import { describe, expect, it } from 'vitest';
import type { Balance } from '../../../data/account/balances.ts';
import { ownCoins, pageWithCoin, purposeIn, recentsIn, searchCoins, withRecent } from './coin-choice.ts';

const purpose = (search: string) => purposeIn(new URLSearchParams(search));

describe('what a coin is chosen for', () => {
  it.each([
    ['for=withdraw', 'withdraw'],
    ['for=transfer', 'transfer'],
    ['for=deposit', 'deposit'],
    ['for=moon', 'deposit'],
    ['', 'deposit'],
  ] as const)('given %j, then it is %s', (search, wanted) => {
    expect(purpose(search)).toBe(wanted);
  });

  it('leads to its page with the coin', () => {
    expect(pageWithCoin('deposit', 'USDT')).toBe('/pages/fund/receive?currency=USDT');
    expect(pageWithCoin('transfer', 'BTC')).toBe('/pages/fund/transfer?currency=BTC');
  });
});

describe('the search', () => {
  const COINS = [
    { code: 'BTC', name: 'Bitcoin' },
    { code: 'ETH', name: 'Ethereum' },
    { code: 'USDT', name: 'Tether' },
    { code: 'BCH', name: 'Bitcoin Cash' },
  ];
  const codes = (search: string) => searchCoins(search, COINS).map(({ code }) => code);

  it('compares code and name, a code that starts with it first', () => {
    expect(codes('bit')).toEqual(['BTC', 'BCH']);
    expect(codes('ETH')).toEqual(['ETH', 'USDT']);
    expect(codes('bitcoin cash')).toEqual(['BCH']);
    expect(codes(' ')).toHaveLength(4);
    expect(codes('zzz')).toEqual([]);
  });
});

describe('the recent coins', () => {
  it('are the newest six, each once', () => {
    const all = ['A', 'B', 'C', 'D', 'E', 'F'];
    expect(withRecent(all, 'G')).toEqual(['G', 'A', 'B', 'C', 'D', 'E']);
    expect(withRecent(all, 'C')).toEqual(['C', 'A', 'B', 'D', 'E', 'F']);
  });

  it.each([undefined, null, 'USDT', { 0: 'USDT' }, [1, null, '<b>']])(
    'given %j was stored, then there are none',
    (kept) => {
      expect(recentsIn(kept)).toEqual([]);
    },
  );
});

it('the own coins are those with a balance, without bonus money, each once', () => {
  const balance = (account: Balance['account'], currency: string, text: string): Balance => ({
    account,
    currency,
    available: parseDecimal<Amount>(text),
    frozen: ZERO,
  });
  expect(
    ownCoins([
      balance('wallet', 'USDT', '1'),
      balance('exchange', 'USDT', '2'),
      balance('wallet', 'BTC', '0'),
      balance('bonus', 'ETH', '5'),
    ]),
  ).toEqual(['USDT']);
});
