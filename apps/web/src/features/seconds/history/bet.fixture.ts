import { type Amount, type Price, parseDecimal, type Rate } from '@app/money';
import type { WireBet } from '../bets/open-bets.ts';

const START = Date.parse('2026-11-18T03:12:08.412Z');

/** A lost bet: down on BTC for a minute with 30 USDT, and the price rose. */
export const bet = (fields: Partial<WireBet>): WireBet => ({
  id: 7n,
  match_id: 1,
  symbol: 'BTC/USDT',
  type: 2,
  seconds: 60,
  number: parseDecimal<Amount>('30'),
  currency_id: 3n,
  currency_name: 'USDT',
  rate: parseDecimal<Rate>('0.85'),
  terms: 4,
  status: 2,
  result: 'loss',
  created: START,
  enters: START + 1_000,
  entry_price: parseDecimal<Price>('67837.2'),
  entry_time: START + 1_100,
  expires: START + 61_100,
  exit_price: parseDecimal<Price>('67843.6'),
  exit_time: START + 61_310,
  void_after_ms: 10_000,
  cancel_sent: null,
  returned: parseDecimal<Amount>('0'),
  ended: START + 61_400,
  receipt: 9n,
  ...fields,
});

/** A bet whose entry tick has not come. */
export const waiting = (fields: Partial<WireBet> = {}): WireBet =>
  bet({
    status: 0,
    result: null,
    entry_price: null,
    entry_time: null,
    expires: null,
    exit_price: null,
    exit_time: null,
    returned: null,
    ended: null,
    receipt: null,
    ...fields,
  });
