import { type Amount, type Price, parseDecimal } from '@app/money';
import { describe, expect, it } from 'vitest';
import type { Deal } from '../../../data/account/deals.ts';
import { applyDeals, createDealUpdateCache } from './apply-deals.ts';

const amount = (text: string) => parseDecimal<Amount>(text);

const deal = (id: bigint, status: number, margin = '10'): Deal => ({
  id,
  symbol: 'BTC/USDT',
  currency_id: 1n,
  legal_id: 2n,
  series: 'perp',
  type: 'buy',
  status,
  cause: null,
  share: amount('1'),
  opened_share: amount('1'),
  lot: amount('0.001'),
  multiple: 10,
  target_price: null,
  target_profit_price: null,
  stop_loss_price: null,
  entry_price: parseDecimal<Price>('60000'),
  margin: amount(margin),
  held_fee: amount('0'),
  open_fee: amount('0.03'),
  overnight_since: amount('0'),
  overnight_charged: amount('0'),
  terms: 1,
  result: amount('0'),
  fees: amount('0.03'),
  closing_share: null,
  created: 1,
  opened: 1,
  closed: null,
});

describe('the list of positions and orders', () => {
  it('given a new one and a changed one, then both are in it, newest first', () => {
    const after = applyDeals([deal(1n, 1)], [deal(2n, 0), deal(1n, 1, '12')]);
    expect(after.map(({ id, margin }) => [id, margin])).toEqual([
      [2n, amount('10')],
      [1n, amount('12')],
    ]);
  });

  it.each([3, 4])('given one that ended with status %i, then it leaves the list', (status) => {
    expect(applyDeals([deal(2n, 1), deal(1n, 1)], [deal(1n, status)]).map(({ id }) => id)).toEqual([2n]);
  });

  it('given the end of one that is not in it, then it is the same list', () => {
    const open = [deal(1n, 1)];
    expect(applyDeals(open, [deal(7n, 3)])).toBe(open);
  });
});

describe('the updates of positions', () => {
  it('given one that ended, when an older state of it arrives, then it does not come back', () => {
    const cache = createDealUpdateCache();
    cache.take([deal(1n, 3)]);
    expect(cache.take([deal(1n, 1)])).toEqual([]);
  });

  it('given two states, then the second is told with the first', () => {
    const cache = createDealUpdateCache();
    cache.take([deal(1n, 1)]);
    expect(cache.take([deal(1n, 2)])).toEqual([{ before: deal(1n, 1), deal: deal(1n, 2) }]);
  });
});
