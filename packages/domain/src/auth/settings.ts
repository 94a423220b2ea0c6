import { type Amount, parseDecimal } from '@app/money';
import * as z from 'zod/mini';
import { amount, codecOf, count, integer, type Setting, type SettingCodec, setting } from '../reference/index.ts';
import type { AttemptLimit } from './attempts.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const attemptLimit: SettingCodec<AttemptLimit> = codecOf(
  z.object({ count: count({ min: 1, max: Number.MAX_SAFE_INTEGER }), seconds: count({ min: 1, max: DAY }) }),
);

const seconds = (key: string, initial: number, meaning: string) =>
  setting({ key, codec: integer({ min: 1, max: 365 * DAY }), initial, meaning });

const limit = (key: string, initial: AttemptLimit, meaning: string): Setting<AttemptLimit> =>
  setting({ key, codec: attemptLimit, initial, meaning });

export const codeLifetime = seconds('auth.code_lifetime_seconds', 10 * MINUTE, 'How long a mailed code works.');
export const codeTries = setting({
  key: 'auth.code_tries',
  codec: integer({ min: 1, max: 10 }),
  initial: 5,
  meaning: 'How often a code may be tried, right or wrong.',
});
export const sessionIdle = seconds('auth.session_idle_seconds', 7 * DAY, 'An unused session ends after this.');
export const sessionAbsolute = seconds('auth.session_absolute_seconds', 30 * DAY, 'Every session ends after this.');
export const passwordLength = setting({
  key: 'auth.password_length_min',
  codec: integer({ min: 7, max: 64 }),
  initial: 7,
  meaning: 'The fewest characters of a login password: longer than six.',
});
export const riskTextVersion = setting({
  key: 'auth.risk_text_version',
  codec: integer({ min: 1, max: 1_000_000 }),
  initial: 1,
  meaning: 'Which risk text is shown at registration and recorded with its acknowledgement.',
});
export const termsVersion = setting({
  key: 'auth.terms_version',
  codec: integer({ min: 1, max: 1_000_000 }),
  initial: 1,
  meaning:
    'Which terms are in force; recorded with every new account. Raise it whenever the meaning of their text changes.',
});

export const tokenRotation = seconds(
  'auth.token_rotate_seconds',
  15 * MINUTE,
  'A token in use is replaced after this.',
);
export const tokenGrace = seconds(
  'auth.token_grace_seconds',
  MINUTE,
  'A replaced token works this long after its successor is first used, for other tabs.',
);
export const stepUpLifetime = seconds(
  'auth.step_up_seconds',
  5 * MINUTE,
  'How long a proven action may wait to be done.',
);
export const securityHold = seconds(
  'auth.security_hold_seconds',
  DAY,
  'Withdrawals wait this long after a password, authenticator or phone change.',
);
export const freezeLinkLifetime = seconds(
  'auth.freeze_link_seconds',
  30 * DAY,
  'How long the link in a security mail works.',
);
export const passkeysMax = setting({
  key: 'auth.passkeys_max',
  codec: integer({ min: 1, max: 50 }),
  initial: 10,
  meaning: 'How many passkeys one account may have.',
});
export const authenticatorKeyLength = setting({
  key: 'auth.authenticator_key_length',
  codec: integer({ min: 16, max: 32 }),
  initial: 16,
  meaning: 'Characters of an authenticator key.',
});

/** Limits on wrong trade passwords and authenticator codes; a correct attempt is uncounted. */
export const tradePasswordTries = limit(
  'auth.trade_password_tries',
  { count: 5, seconds: HOUR },
  'Wrong trade passwords before it is locked, and for how long.',
);
export const authenticatorTries = limit(
  'auth.authenticator_tries',
  { count: 5, seconds: 15 * MINUTE },
  'Wrong authenticator codes before it is locked, and for how long.',
);

/** Beyond this the owner is notified: an attacker who guesses authenticator codes already has the password. */
export const authenticatorTriesDay = limit(
  'auth.authenticator_tries_day',
  { count: 20, seconds: DAY },
  'Wrong authenticator codes in a day before it is locked until the day is over.',
);

/** Limits on failed logins; a successful login is uncounted. */
export const loginLimits = {
  pair: limit(
    'auth.login_per_account_and_address',
    { count: 10, seconds: 15 * MINUTE },
    'Failed logins to one account from one address, or from one device the account knows.',
  ),
  account: limit('auth.login_per_account', { count: 100, seconds: 15 * MINUTE }, 'Failed logins to one account.'),
  address: limit('auth.login_per_address', { count: 100, seconds: 15 * MINUTE }, 'Failed logins from one address.'),
  global: limit('auth.login_global', { count: 3_000, seconds: MINUTE }, 'Failed logins of everybody together.'),
};
export const codeLimits = {
  pair: limit(
    'auth.codes_per_account_and_address',
    { count: 5, seconds: 10 * MINUTE },
    'Codes mailed to one account, asked for from one address.',
  ),
  account: limit('auth.codes_per_account', { count: 20, seconds: 10 * MINUTE }, 'Codes mailed to one account.'),
  address: limit('auth.codes_per_address', { count: 100, seconds: HOUR }, 'Codes asked for from one address.'),
  global: limit('auth.codes_global', { count: 20_000, seconds: HOUR }, 'Codes mailed to everybody together.'),
  recipient: limit('auth.codes_per_account_day', { count: 40, seconds: DAY }, 'Codes mailed to one address in a day.'),
};
/** Every text message costs money: the daily total also caps the cost. */
export const smsLimits = {
  pair: limit(
    'auth.sms_per_account_and_address',
    { count: 5, seconds: 10 * MINUTE },
    'Codes texted to one phone, asked for from one address.',
  ),
  account: limit('auth.sms_per_account', { count: 10, seconds: 10 * MINUTE }, 'Codes texted to one phone.'),
  address: limit('auth.sms_per_address', { count: 20, seconds: HOUR }, 'Texted codes asked for from one address.'),
  global: limit('auth.sms_global', { count: 5_000, seconds: DAY }, 'Codes texted to everybody together.'),
  recipient: limit('auth.sms_per_account_day', { count: 20, seconds: DAY }, 'Codes texted to one phone in a day.'),
};
/** Successful logins are not limited, but each notice costs money; after this many the owner has been warned. */
export const deviceNotices = limit(
  'auth.device_notices_per_account',
  { count: 5, seconds: HOUR },
  'New devices an owner is notified of.',
);
/** Limits on codes that are checked, or used for a new password, without a session. */
export const codeTryLimits = {
  pair: limit(
    'auth.code_tries_per_account_and_address',
    { count: 30, seconds: HOUR },
    'Codes tried for one account from one address.',
  ),
  account: limit('auth.code_tries_per_account', { count: 300, seconds: HOUR }, 'Codes tried for one account.'),
  address: limit('auth.code_tries_per_address', { count: 200, seconds: HOUR }, 'Codes tried from one address.'),
  global: limit('auth.code_tries_global', { count: 20_000, seconds: HOUR }, 'Codes tried by everybody together.'),
};
/**
 * Wrong codes of a signed-in user, for any purpose: each code has its own attempts, and a new code can always be
 * requested.
 */
export const codeGuessesHour = limit(
  'auth.code_guesses_hour',
  { count: 20, seconds: HOUR },
  'Wrong codes of one signed-in person in an hour.',
);
export const codeGuessesDay = limit(
  'auth.code_guesses_day',
  { count: 50, seconds: DAY },
  'Wrong codes of one signed-in person in a day.',
);
export const registrationLimits = {
  pair: limit(
    'auth.registrations_per_account_and_address',
    { count: 30, seconds: HOUR },
    'Registrations of one account tried from one address.',
  ),
  account: limit('auth.registrations_per_account', { count: 60, seconds: HOUR }, 'Registrations of one account tried.'),
  address: limit('auth.registrations_per_address', { count: 200, seconds: HOUR }, 'Registrations from one address.'),
  global: limit('auth.registrations_global', { count: 20_000, seconds: HOUR }, 'Registrations tried by everybody.'),
};

export const closingDays = setting({
  key: 'auth.closing_days',
  codec: integer({ min: 1, max: 90 }),
  initial: 14,
  meaning: 'Days between the request to close an account and its closing; a login in that time cancels it.',
});
export const closingDust = setting({
  key: 'auth.closing_dust_usdt',
  codec: amount,
  initial: parseDecimal<Amount>('1'),
  meaning: 'An account may be closed if everything left in it is worth at most this. Below the smallest order.',
});
export const closingKeepYears = setting({
  key: 'auth.closing_keep_years',
  codec: integer({ min: 1, max: 30 }),
  initial: 5,
  meaning: 'Years for which the records that must be kept outlive a closed account.',
});

export const demoGrant = setting({
  key: 'auth.demo_grant_usdt',
  codec: amount,
  initial: parseDecimal<Amount>('100000'),
  meaning: 'Demo money granted at the first opening and at every reset.',
});
