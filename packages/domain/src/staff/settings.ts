import { integer, setting } from '../reference/index.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;

export const staffSettings = {
  sessionIdle: setting({
    key: 'staff.session_idle_seconds',
    codec: integer({ min: MINUTE, max: 15 * MINUTE }),
    initial: 15 * MINUTE,
    meaning: 'An unused session of a staff member ends after this.',
  }),
  sessionLength: setting({
    key: 'staff.session_seconds',
    codec: integer({ min: 5 * MINUTE, max: 12 * HOUR }),
    initial: 8 * HOUR,
    meaning: 'Every session of a staff member ends after this.',
  }),
  changeLifetime: setting({
    key: 'staff.change_lifetime_seconds',
    codec: integer({ min: 10 * MINUTE, max: 7 * 24 * HOUR }),
    initial: 24 * HOUR,
    meaning: 'A change that two people must sign expires after this.',
  }),
};
