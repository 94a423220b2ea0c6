import { type Amount, type Price, parseDecimal, type Rate } from '@app/money';
import type { ContractRulebook, MarketRules } from '../terms/rules-query.ts';
import { EMPTY_FORM, stepsOf } from './contract-form.ts';
import { orderContextOf } from './order-context.ts';

export const amount = (text: string) => parseDecimal<Amount>(text);
export const price = (text: string) => parseDecimal<Price>(text);
export const rate = (text: string) => parseDecimal<Rate>(text);

/** BTC as it is listed first. */
const MARKET_RULES: MarketRules = {
  symbol: 'BTC/USDT',
  currency_id: 1n,
  legal_id: 2n,
  class: 'major',
  lot: amount('0.001'),
  price_tick: price('0.01'),
  leverage_max: 100,
  leverage_max_now: 100,
  spread_rate: rate('0.0001'),
  overnight_rate: rate('0.0003'),
  overnight_index: amount('0'),
  phase: 'open',
  series: [{ series: 'perp', is_open: true, delivers: null }],
};

export const RULEBOOK: ContractRulebook = {
  terms: {
    openFeeRate: rate('0.0004'),
    closeFeeRate: rate('0.0004'),
    liquidationFeeRate: rate('0'),
    tiers: [
      { above: amount('0'), rate: rate('0.005') },
      { above: amount('100000'), rate: rate('0.01') },
      { above: amount('500000'), rate: rate('0.025') },
    ],
  },
  termsVersion: 1,
  lotsMin: amount('0.01'),
  limitBandRate: rate('0.5'),
  removalBufferRate: rate('0.02'),
  userNotionalMax: amount('500000'),
  positionsMax: 100,
  leveragePreselected: 5,
  markets: new Map([['BTC/USDT', MARKET_RULES]]),
};

export const INDEX = price('67842.1');

export const contextWith = (available: Amount, index = INDEX) =>
  orderContextOf({ rulebook: RULEBOOK, market: MARKET_RULES, index, available, deals: [] });

export const CONTEXT = contextWith(amount('1000'));
export const STEPS = stepsOf({ precision: 2 }, MARKET_RULES);
export const FORM = { ...EMPTY_FORM, size: '0.05' };
