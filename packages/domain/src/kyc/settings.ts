import { type Amount, parseDecimal } from '@app/money';
import { amount, integer, setting } from '../reference/index.ts';

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

export const rejectedDays = setting({
  key: 'kyc.keep_rejected_days',
  codec: integer({ min: 1, max: 3_650 }),
  initial: 90,
  meaning: 'Days after a rejection until its pictures and details are deleted.',
});
export const closedYears = setting({
  key: 'kyc.keep_closed_years',
  codec: integer({ min: 1, max: 30 }),
  initial: 5,
  meaning: 'Years for which identity documents outlive a closed account, as the law requires.',
});
export const claimMinutes = setting({
  key: 'kyc.claim_minutes',
  codec: integer({ min: 1, max: 240 }),
  initial: 15,
  meaning: 'Minutes for which a reviewer holds a case that was claimed.',
});
export const submissionsPerDay = setting({
  key: 'kyc.submissions_per_day',
  codec: integer({ min: 1, max: 100 }),
  initial: 5,
  meaning: 'How often a user may send documents for a level within 24 hours.',
});
export const providerMinutes = setting({
  key: 'kyc.provider_message_minutes',
  codec: integer({ min: 1, max: 60 }),
  initial: 5,
  meaning: 'Minutes by which the time of a message from the identity provider may differ from ours.',
});
