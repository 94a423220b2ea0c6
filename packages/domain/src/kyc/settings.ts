import { type Amount, parseDecimal } from '@app/money';
import { amount, setting } from '../reference/index.ts';

const limit = (key: string, initial: string, meaning: string) =>
  setting({ key, codec: amount, initial: parseDecimal<Amount>(initial), meaning });

export const withdrawLimits = {
  1: limit('kyc.withdraw_limit_1_btc', '200', 'What level 1 may withdraw within 24 hours, in BTC.'),
  2: limit('kyc.withdraw_limit_2_btc', '500', 'What level 2 may withdraw within 24 hours, in BTC.'),
};
export const fiatLimits = {
  1: limit('kyc.fiat_limit_1_usdt', '2000', 'The largest fiat order of level 1, in USDT.'),
  2: limit('kyc.fiat_limit_2_usdt', '1000000', 'The largest fiat order of level 2, in USDT.'),
};
