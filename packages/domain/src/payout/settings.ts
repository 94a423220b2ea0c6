import { type Amount, parseDecimal, type Rate, ZERO } from '@app/money';
import { codecOf, decimal, setting } from '../reference/index.ts';

const positive = codecOf(decimal<Amount>((value) => value > ZERO));

const RATE_MIN = parseDecimal<Rate>('0.9');
const RATE_MAX = parseDecimal<Rate>('1.1');

export const usdPerUsdt = setting({
  key: 'payout.usd_per_usdt',
  codec: codecOf(decimal<Rate>((rate) => rate >= RATE_MIN && rate <= RATE_MAX)),
  initial: parseDecimal<Rate>('1'),
  meaning: 'US dollars that a bank pays out for one USDT.',
});

export const fee = setting({
  key: 'payout.fee_usdt',
  codec: codecOf(decimal<Amount>((value) => value >= ZERO)),
  initial: parseDecimal<Amount>('25'),
  meaning: 'Fee of a payout to a bank account, in USDT; part of the amount.',
});

export const minimum = setting({
  key: 'payout.minimum_usdt',
  codec: positive,
  initial: parseDecimal<Amount>('100'),
  meaning: 'The least that can be paid out to a bank account, in USDT; the fee has to be below it.',
});

export const maximum = setting({
  key: 'payout.maximum_usdt',
  codec: positive,
  initial: parseDecimal<Amount>('50000'),
  meaning: 'The most of one payout to a bank account, in USDT.',
});
