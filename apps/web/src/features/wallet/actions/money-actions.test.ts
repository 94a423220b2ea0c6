import { type Amount, parseDecimal } from '@app/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { coinActions } from './asset-actions.ts';
import { moneyActions } from './money-actions.ts';

const BUILT = ['/pages/transaction/currency', '/pages/fund/transfer', '/pages/setting/setting'];
const CONVERT = '/pages/fund/fundTransfer';
const LATER = ['/pages/fund/select', '/pages/fund/receive', '/pages/fund/withdraw'];
const openOnly = (open: readonly string[]) => (address: string) => open.includes(address.split('?')[0] ?? '');
const names = (mode: 'real' | 'demo', open: readonly string[]) =>
  moneyActions(mode, openOnly(open)).map(({ name }) => name);

describe('the money actions', () => {
  it('given the demo, then it offers trading, transfers and a new start, never deposits or withdrawals', () => {
    expect(names('demo', BUILT)).toEqual(['trade', 'transfer', 'reset']);
    expect(names('demo', [...BUILT, ...LATER])).toEqual(['trade', 'transfer', 'reset']);
    expect(names('demo', [...BUILT, CONVERT])).toEqual(['trade', 'transfer', 'convert']);
  });

  it('given real money and closed deposits, then the demo comes first', () => {
    expect(names('real', BUILT)).toEqual(['demo', 'trade', 'transfer']);
    expect(names('real', [...BUILT, '/pages/fund/select'])).toEqual(['demo', 'trade', 'transfer']);
  });

  it('given real money and open deposits, then they come first, and withdrawals only where they are open', () => {
    const [select, receive, withdraw] = LATER;
    expect(names('real', [...BUILT, `${select}`, `${receive}`])).toEqual(['deposit', 'transfer']);
    expect(names('real', [...BUILT, `${select}`, `${receive}`, `${withdraw}`])).toEqual([
      ...['deposit', 'transfer', 'withdraw'],
    ]);
  });

  it('never offers a page that is closed', () => {
    fc.assert(
      fc.property(fc.subarray([...BUILT, ...LATER, CONVERT]), fc.constantFrom('real', 'demo'), (open, mode) => {
        const isOpen = openOnly(open);
        for (const { path, needs } of moneyActions(mode, isOpen)) {
          if (path !== undefined) expect(isOpen(path)).toBe(true);
          if (needs !== undefined) expect(isOpen(needs)).toBe(true);
        }
      }),
    );
  });
});

describe('the actions of one coin', () => {
  const amount = (text: string) => parseDecimal<Amount>(text);
  const held = (account: 'wallet' | 'exchange' | 'contract', available: string, currency = 'ETH') =>
    ({ account, currency, available: amount(available), frozen: amount('50') }) as const;
  const convertPath = (list: Parameters<typeof coinActions>[1]) =>
    coinActions('ETH', list, undefined, 'demo', () => true).find(({ name }) => name === 'convert')?.path;

  it('withdraw on its own page, with the coin chosen, and never in the demo', () => {
    const withdraw = (mode: 'real' | 'demo') =>
      coinActions('ETH', [], undefined, mode, () => true).find(({ name }) => name === 'withdraw');
    expect(withdraw('real')?.path).toBe('/pages/fund/withdraw?currency=ETH');
    expect(withdraw('demo')).toBe(undefined);
  });

  it('convert from the account that has most of it available and can convert', () => {
    expect(convertPath([held('wallet', '1'), held('exchange', '2')])).toBe(`${CONVERT}?from=ETH&account=exchange`);
    expect(convertPath([held('exchange', '2'), held('wallet', '3')])).toBe(`${CONVERT}?from=ETH&account=wallet`);
    expect(convertPath([held('contract', '9'), held('exchange', '1')])).toBe(`${CONVERT}?from=ETH&account=exchange`);
    expect(convertPath([held('exchange', '9', 'BTC')])).toBe(`${CONVERT}?from=ETH&account=wallet`);
    expect(convertPath([])).toBe(`${CONVERT}?from=ETH&account=wallet`);
  });
});
