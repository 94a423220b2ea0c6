import { type Amount, type Price, parseDecimal } from '@app/money';
import type { EndedDeal } from '../../../data/account/deals.ts';

const amount = (text: string) => parseDecimal<Amount>(text);

/** A settlement: ten lots closed by their user at 61,000. */
export const settlement = (fields: Partial<EndedDeal['settlements'][number]>): EndedDeal['settlements'][number] => ({
  id: 9n,
  cause: 'user',
  lots: amount('10'),
  price: parseDecimal<Price>('61000'),
  margin: amount('60'),
  result: amount('10'),
  overnight: amount('0'),
  overnight_returned: amount('0'),
  fee: amount('0.244'),
  liquidation_fee: amount('0'),
  returned: amount('69.756'),
  shortfall: amount('0'),
  at: 3_000,
  ...fields,
});

/** An ended deal: a long of ten lots of BTC, opened at 60,000. */
export const ended = (fields: Partial<EndedDeal>, settlements: EndedDeal['settlements']): EndedDeal => ({
  id: 7n,
  symbol: 'BTC/USDT',
  currency_id: 1n,
  legal_id: 3n,
  series: 'perp',
  type: 'buy',
  status: 3,
  cause: 'user',
  share: amount('0'),
  opened_share: amount('10'),
  lot: amount('0.001'),
  multiple: 10,
  target_price: null,
  target_profit_price: null,
  stop_loss_price: null,
  entry_price: parseDecimal<Price>('60000'),
  margin: amount('0'),
  held_fee: amount('0'),
  open_fee: amount('0'),
  overnight_since: amount('0'),
  overnight_charged: amount('0'),
  terms: 0,
  result: amount('0'),
  fees: amount('0'),
  closing_share: null,
  created: 1_000,
  opened: 1_000,
  closed: 3_000,
  settlements,
  ...fields,
});
