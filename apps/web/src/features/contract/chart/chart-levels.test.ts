import { type OpenDeal, positionOf } from '@app/client/contract';
import { type Amount, type Price, parseDecimal, type Rate } from '@app/money';
import { describe, expect, it } from 'vitest';
import type { Deal } from '../../../data/account/deals.ts';
import type { MarketRules } from '../terms/rules-query.ts';
import { pendingLevels, positionLevels, positionsDrawn } from './chart-levels.ts';
import { closes, openings } from './own-deals.ts';

const amount = (text: string) => parseDecimal<Amount>(text);
const price = (text: string) => parseDecimal<Price>(text);
const rate = (text: string) => parseDecimal<Rate>(text);

const deal = (changed: Partial<Deal> = {}): Deal => ({
  id: 1n,
  symbol: 'BTC/USDT',
  currency_id: 1n,
  legal_id: 2n,
  series: 'perp',
  type: 'buy',
  status: 1,
  cause: null,
  share: amount('100'),
  opened_share: amount('100'),
  lot: amount('0.001'),
  multiple: 10,
  target_price: null,
  target_profit_price: price('69500'),
  stop_loss_price: null,
  entry_price: price('66930'),
  margin: amount('669.3'),
  held_fee: amount('0'),
  open_fee: amount('3.3465'),
  overnight_since: amount('0'),
  overnight_charged: amount('0'),
  terms: 1,
  result: amount('0'),
  fees: amount('3.3465'),
  closing_share: null,
  created: 1,
  opened: 1,
  closed: null,
  ...changed,
});

const MARKET = { priceTick: price('0.1'), multiplier: amount('0.001') };
const TERMS = {
  openFeeRate: rate('0.0005'),
  closeFeeRate: rate('0.0005'),
  liquidationFeeRate: rate('0.005'),
  tiers: [{ above: amount('0'), rate: rate('0.004') }],
};
const drawn = (of: Deal) => ({
  deal: of as OpenDeal,
  position: positionOf(of as OpenDeal, MARKET, TERMS),
  spreadRate: rate('0'),
  overnightIndex: price('0'),
});

describe('the levels of a position', () => {
  it('given a take-profit, then entry, take-profit with what it realises after the fee, and liquidation', () =>
    expect(positionLevels(drawn(deal())).map((level) => [level.kind, level.price, level.size])).toEqual([
      ['entry', price('66930'), amount('0.1')],
      ['profit', price('69500'), amount('0.1')],
      ['liquidation', price('60509.2'), amount('0.1')],
    ]));

  it('given a take-profit 2,570 above the entry of 0.1, then it realises 257 less the closing fee', () => {
    const [, profit] = positionLevels(drawn(deal()));
    expect(profit).toMatchObject({ realised: amount('253.525') });
  });

  it('given a pending order, then one level at its limit; one that is open has none', () => {
    const rules = { price_tick: price('0.1'), lot: amount('0.001') } as MarketRules;
    const pending = deal({ status: 0, entry_price: null, target_price: price('65000') });
    expect(pendingLevels([pending, deal()], rules).map((level) => [level.kind, level.price])).toEqual([
      ['pending', price('65000')],
    ]);
  });
});

describe('the positions that are drawn', () => {
  const many = Array.from({ length: 20 }, (_, index) => deal({ id: BigInt(20 - index) }) as OpenDeal);

  it('given many, then the newest, and the one that is closest to its liquidation', () => {
    const distances = new Map(many.map(({ id }) => [id, rate(id === 3n ? '-0.01' : '-0.5')]));
    expect(positionsDrawn(many, distances).map(({ id }) => id)).toEqual([20n, 19n, 18n, 17n, 16n, 3n]);
  });

  it('given unknown distances, then the newest', () =>
    expect(positionsDrawn(many, new Map()).map(({ id }) => id)).toEqual([20n, 19n, 18n, 17n, 16n, 15n]));
});

describe('the marks of own deals', () => {
  it('given a long, then it bought when it opened, and each part of it sold when it closed', () => {
    expect(openings([deal({ opened: 5 }), deal({ opened: null })])).toEqual([
      { id: '1 opened', at: 5, side: 'buy', kind: 'opened' },
    ]);
    const settlement = (id: bigint, at: number, cause: 'user' | 'liquidation') => ({ id, at, cause });
    const ended = { ...deal(), settlements: [settlement(8n, 6, 'user'), settlement(9n, 7, 'liquidation')] };
    expect(closes([ended as never])).toEqual([
      { id: '8 closed', at: 6, side: 'sell', kind: 'closed' },
      { id: '9 closed', at: 7, side: 'sell', kind: 'liquidated' },
    ]);
  });
});
