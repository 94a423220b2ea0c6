import { type Amount, type Price, parseDecimal, type Rate } from '@app/money';
import type { WireBet } from './open-bets.ts';

const AT = Date.UTC(2026, 10, 18, 14, 21, 45);

/** Returns a running bet of 50 USDT on the rise of BTC within 60 s. */
export const betOf = (fields: Partial<WireBet> = {}): WireBet => ({
  id: 1n,
  match_id: 1,
  symbol: 'BTC/USDT',
  type: 1,
  seconds: 60,
  number: parseDecimal<Amount>('50'),
  currency_id: 3n,
  currency_name: 'USDT',
  rate: parseDecimal<Rate>('0.85'),
  terms: 1,
  status: 1,
  result: null,
  created: AT,
  enters: AT + 1_000,
  entry_price: parseDecimal<Price>('67828.4'),
  entry_time: AT + 1_204,
  expires: AT + 61_204,
  exit_price: null,
  exit_time: null,
  void_after_ms: 10_000,
  cancel_sent: null,
  returned: null,
  ended: null,
  receipt: null,
  ...fields,
});
