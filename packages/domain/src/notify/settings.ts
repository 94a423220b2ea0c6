import { integer, setting } from '../reference/index.ts';

export const noticeDays = setting({
  key: 'notify.notice_days',
  codec: integer({ min: 30, max: 3_650 }),
  initial: 180,
  meaning: 'How many days a notice is kept, read or not.',
});

export const tradeNoticesPerDay = setting({
  key: 'notify.trade_notices_per_day',
  codec: integer({ min: 1, max: 1_000 }),
  initial: 50,
  meaning: 'How many notices about orders a user gets per UTC day; the next one refers to the order history instead.',
});
