import { CHAINS } from '@app/domain/payee';
import { BANK_REFERENCE } from '@app/domain/payout';
import { type ChangeKind, payloadText } from '@app/domain/staff';
import { roles } from '@app/protocol/staff';
import * as z from 'zod/mini';
import { refuseWith } from '../../../platform/http/accept.ts';
import type { StaffDeps } from '../staff-deps.ts';

const idText = z.string().check(z.regex(/^[1-9]\d{0,17}$/));
const decimalText = z.string().check(z.regex(/^\d{1,20}(?:\.\d{1,18})?$/));
const emailAddress = z.string().check(z.regex(/^[^\sA-Z@]{1,64}@[^\sA-Z@]{1,190}$/));

/** What is signed about a payout to a bank. */
const payout = {
  payout_id: idText,
  user_id: idText,
  amount: decimalText,
  fee: decimalText,
  rate: decimalText,
  usd: decimalText,
  account: z.string().check(z.regex(/^\d{4}$/)),
  card: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
};

/** What each kind of change says. Nothing else can be signed. */
const PAYLOADS = {
  'setting.version': z.strictObject({
    key: z.string().check(z.minLength(1), z.maxLength(100)),
    version: z.int().check(z.gte(1)),
    value: z.unknown(),
    /** When it takes effect; at once without it. */
    from: z.optional(z.iso.datetime()),
  }),
  'staff.create': z.strictObject({
    email: emailAddress,
    name: z.string().check(z.minLength(1), z.maxLength(60)),
    roles,
  }),
  'staff.roles': z.strictObject({ staff_id: idText, roles }),
  'staff.enable': z.strictObject({ staff_id: idText }),
  'kyc.override': z.strictObject({ case_id: idText }),
  'withdrawal.approve': z.strictObject({
    withdrawal_id: idText,
    user_id: idText,
    currency: z.string().check(z.regex(/^[A-Z0-9]{1,10}$/)),
    chain: z.enum(CHAINS),
    address: z.string().check(z.regex(/^[0-9A-Za-z]{8,90}$/)),
    amount: decimalText,
    fee: decimalText,
  }),
  'deposit.approve': z.strictObject({
    claim_id: idText,
    user_id: idText,
    currency: z.string().check(z.regex(/^[A-Z0-9]{1,10}$/)),
    chain: z.enum(CHAINS),
    amount: decimalText,
  }),
  'chain.resume': z.strictObject({ chain: z.enum(CHAINS), halted: z.string().check(z.minLength(1), z.maxLength(500)) }),
  'payout.approve': z.strictObject(payout),
  'payout.paid': z.strictObject({ ...payout, bank_reference: z.string().check(z.regex(BANK_REFERENCE)) }),
  'payout.refuse_approved': z.strictObject({
    payout_id: idText,
    user_id: idText,
    amount: decimalText,
    usd: decimalText,
  }),
  'user.second_factor': z.strictObject({ user_id: idText }),
  'user.unfreeze': z.strictObject({ user_id: idText }),
} as const satisfies Record<ChangeKind, z.ZodMiniType>;

/** Escapes that JSON allows and the database does not: the zero character, and half of a surrogate pair. */
const CANNOT_BE_STORED = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/i;

/** Reads a payload and returns the text that is signed: checked by the rules of its kind, in one form. */
export function readPayload({ allSettings }: Pick<StaffDeps, 'allSettings'>, kind: ChangeKind, text: string): string {
  const read = PAYLOADS[kind].safeParse(parseJson(text));
  if (!read.success) return refuseWith('parameter_error');
  if (kind === 'setting.version') {
    const { key, value } = read.data as z.output<(typeof PAYLOADS)['setting.version']>; // As its kind says.
    const setting = allSettings.get(key);
    if (setting === undefined || !setting.codec.decode(value).ok) return refuseWith('setting_invalid');
  }
  const written = payloadText(read.data);
  return CANNOT_BE_STORED.test(written) ? refuseWith('parameter_error') : written;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
