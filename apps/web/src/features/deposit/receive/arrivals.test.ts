import { type Amount, parseDecimal } from '@app/money';
import { describe, expect, it } from 'vitest';
import { arrivalsIn, countOf, type Deposit, NOTHING_WATCHED, watch } from './arrivals.ts';

const deposit = (id: bigint, state: Deposit['state'], confirmations = 3): Deposit => ({
  id,
  state,
  confirmations,
  confirmations_needed: 12,
  currency: 'USDT',
  chain: 'ERC20',
  address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  amount: parseDecimal<Amount>('25'),
  tx_hash: '0xabc',
  explorer: null,
  seen_at: 1,
  credited_at: null,
  credit_after: null,
});

describe('what arrives while the page is open', () => {
  it('given an older credit and a pending deposit, then only the pending one is shown, until the page is left', () => {
    const before = [deposit(2n, 'seen'), deposit(1n, 'credited')];
    const watched = watch(NOTHING_WATCHED, before);
    expect(arrivalsIn(watched, before)).toEqual({ shown: [before[0]], credited: [] });
    const after = [deposit(2n, 'credited', 12), deposit(1n, 'credited')];
    expect(watch(watched, after)).toBe(watched);
    expect(arrivalsIn(watched, after)).toEqual({ shown: [after[0]], credited: [after[0]] });
  });

  it('given a deposit that the network dropped, then it stays visible and is not counted as credited', () => {
    const watched = watch(NOTHING_WATCHED, [deposit(2n, 'seen')]);
    const dropped = [deposit(2n, 'orphaned', 0)];
    expect(arrivalsIn(watched, dropped)).toEqual({ shown: dropped, credited: [] });
  });
});

it('never shows more confirmations than are needed', () => {
  expect(countOf(deposit(1n, 'seen', 3))).toEqual({ done: 3, of: 12 });
  expect(countOf(deposit(1n, 'seen', 40))).toEqual({ done: 12, of: 12 });
});
