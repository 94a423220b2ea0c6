import { integer, setting } from '../reference/index.ts';

export const noticeDays = setting({
  key: 'notify.notice_days',
  codec: integer({ min: 30, max: 3_650 }),
  initial: 180,
  meaning: 'How many days a notice is kept, read or not.',
});
