import { CODE_DIGITS } from '@app/domain/checks';
import { RISKY_PRODUCTS } from '@app/domain/reference';
import * as z from 'zod/mini';
import { flag, id, numericCode, text, timeMs } from '../fields.ts';

/** E-mail address or phone number, depending on `type`; the domain validates its format. */
export const account = text(254, 'E-mail address, or phone number with digits only.', 'ann@example.com');
export const channel = z._default(z.enum(['email', 'mobile']), 'email');
/** Prefix of a phone number; without it the number must include the prefix itself. */
export const areaCode = z.optional(z.string().check(z.regex(/^\+?[1-9]\d{0,3}$/)));
export const password = z.string().check(z.minLength(1), z.maxLength(256));
export const code = numericCode(CODE_DIGITS, 'The six digits that were mailed or texted.', '402113');
/** Request id returned when the code for a new password was sent. */
export const codeRequest = z.optional(z.string().check(z.regex(/^[\w-]{22}$/)));
export const googleCode = z.optional(numericCode(CODE_DIGITS, 'The six digits the authenticator shows.', '118304'));
/** 256 random bits stored on the device; they identify it on a later visit. */
export const deviceKey = z.optional(z.string().check(z.regex(/^[\w-]{43}$/)));

export const user = z.object({
  id,
  /** Login name of this user. */
  account: z.string(),
  /** Empty if there is none. */
  email: z.string(),
  mobile: z.string(),
  nickname: z.string(),
  signature: z.string(),
  /** URL of the picture; empty if there is none. */
  avatar: z.string(),
  invite_code: z.string(),
  /** ISO 3166 alpha-2; empty if the account was opened before the country was required. */
  country: z.string(),
  /** Identity verification level: 0, 1 or 2. */
  level: z.int().check(z.gte(0), z.lte(2)),
  /** Mode of this session. */
  book: z.enum(['real', 'demo']),
  created_at: timeMs,
  /** End of the withdrawal hold after a change of password, authenticator or phone. */
  withdrawals_held_until: z.nullable(timeMs),
  /** When the account is closed, if its owner requested it and does not log in before. */
  closing_at: z.nullable(timeMs),
  /** Risky products, and whether each is open in this user's country. */
  products: z.record(z.enum(RISKY_PRODUCTS), flag),
});

export const opened = z.object({ token: z.string(), user });
export const done = z.object({});
