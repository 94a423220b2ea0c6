import { CODE_DIGITS } from '@app/domain/checks';
import { PRODUCTS } from '@app/domain/reference';
import * as z from 'zod/mini';
import { flag, id, numericCode, text, timeMs } from '../fields.ts';

/** An e-mail address or a phone number, as `type` says; what it must look like is the domain's rule. */
export const account = text(254, 'E-mail address, or phone number with digits only.', 'ann@example.com');
export const channel = z._default(z.enum(['email', 'mobile']), 'email');
/** Put before a phone number; without it the number must carry it itself. */
export const areaCode = z.optional(z.string().check(z.regex(/^\+?[1-9]\d{0,3}$/)));
export const password = z.string().check(z.minLength(1), z.maxLength(256));
export const code = numericCode(CODE_DIGITS, 'The six digits that were mailed or texted.', '402113');
/** What the sending of a code for a new password was answered with. */
export const codeRequest = z.optional(z.string().check(z.regex(/^[\w-]{22}$/)));
export const googleCode = z.optional(numericCode(CODE_DIGITS, 'The six digits the authenticator shows.', '118304'));
/** 256 random bits this device keeps: by it a later visit is recognised. */
export const deviceKey = z.optional(z.string().check(z.regex(/^[\w-]{43}$/)));

export const user = z.object({
  id,
  /** What this person logs in with. */
  account: z.string(),
  /** Empty where there is none. */
  email: z.string(),
  mobile: z.string(),
  nickname: z.string(),
  signature: z.string(),
  /** Where the picture lies; empty where there is none. */
  avatar: z.string(),
  invite_code: z.string(),
  /** ISO 3166 alpha-2; empty where the account was opened before it was asked for. */
  country: z.string(),
  /** How far the identity is verified: 0, 1 or 2. */
  level: z.int().check(z.gte(0), z.lte(2)),
  /** Which money this session sees. */
  book: z.enum(['real', 'demo']),
  created_at: timeMs,
  /** Withdrawals wait until then after a change of password, authenticator or phone. */
  withdrawals_held_until: z.nullable(timeMs),
  /** The risky products, and whether each is open in this person's country. */
  products: z.record(z.enum(PRODUCTS), flag),
});

export const opened = z.object({ token: z.string(), user });
export const done = z.object({});
