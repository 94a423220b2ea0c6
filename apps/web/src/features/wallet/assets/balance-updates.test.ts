import { type Amount, parseDecimal } from '@app/money';
import { describe, expect, it } from 'vitest';
import type { Balances } from '../../../data/account/balances.ts';
import { applyBalances } from './balance-updates.ts';

const amount = (text: string) => parseDecimal<Amount>(text);
const before: Balances = {
  seq: '7',
  list: [
    { account: 'wallet', currency: 'USDT', available: amount('10'), frozen: amount('0') },
    { account: 'exchange', currency: 'USDT', available: amount('1'), frozen: amount('2') },
  ],
};
const change = { account: 'wallet', currency: 'USDT', available: amount('4'), frozen: amount('6') };

describe('a balance update', () => {
  it('given the next sequence, then the balances it names change and the rest stays', () => {
    const after = applyBalances(before, { prev: '7', seq: '8', data: [change] });
    expect(after).toEqual({ seq: '8', list: [{ ...before.list[0], ...change }, before.list[1]] });
  });

  it('given a missing update before it, then it is a gap', () => {
    expect(applyBalances(before, { prev: '8', seq: '9', data: [change] })).toBe('gap');
  });

  it('given an account that was not in the list, then it is a gap', () => {
    const data = [{ ...change, account: 'copy' }];
    expect(applyBalances(before, { prev: '7', seq: '8', data })).toBe('gap');
  });

  it('given a stale update, also past nine, then nothing changes', () => {
    expect(applyBalances({ ...before, seq: '10' }, { prev: '8', seq: '9', data: [change] })).toMatchObject({
      seq: '10',
    });
  });
});
