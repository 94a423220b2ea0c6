import { type Depth, type OrderContext, SPOT_RULES } from '@app/domain/spot';
import { type Amount, type Price, parseDecimal, type Rate } from '@app/money';
import type { FormContext } from './form-moves.ts';
import { stepsOf } from './form-state.ts';

export const amount = (text: string) => parseDecimal<Amount>(text);
export const price = (text: string) => parseDecimal<Price>(text);
export const rate = (text: string) => parseDecimal<Rate>(text);

const MARKET = { base: 'BTC', quote: 'USDT', price_tick: price('0.1'), lot: amount('0.00001') };
export const STEPS = stepsOf({ ...MARKET, precision: 1, lot_precision: 5 });

export const DEPTH: Depth = {
  bids: [
    [price('99.9'), amount('1')],
    [price('99'), amount('2')],
  ],
  asks: [
    [price('100.1'), amount('1')],
    [price('101'), amount('2')],
  ],
};

export const NO_DEPTH: Depth = { bids: [], asks: [] };

/** A market at 100, and a user with 1,000 USDT and 2 BTC who pays a fee of 0.1 %. */
export const ORDER_CONTEXT: OrderContext = {
  market: { id: 1, symbol: 'BTC/USDT', base: 'BTC', quote: 'USDT', priceTick: price('0.1'), lot: amount('0.00001') },
  mode: 'demo',
  isHalted: false,
  rules: SPOT_RULES,
  index: { price: price('100'), ageMs: 0, isSimulated: true },
  fees: { maker: rate('0.001'), taker: rate('0.001') },
  available: { base: amount('2'), quote: amount('1000') },
  openOrders: 0,
};

export const CONTEXT: FormContext = { steps: STEPS, orderContext: ORDER_CONTEXT, depth: DEPTH, last: price('100.07') };
