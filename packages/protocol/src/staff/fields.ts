import { CODE_DIGITS } from '@app/domain/checks';
import { CHANGE_KINDS, CHANGE_STATES, STAFF_ROLES } from '@app/domain/staff';
import * as z from 'zod/mini';
import { flag, id, numericCode, sentence, text, timeMs } from '../fields.ts';

export const email = text(254, 'E-mail address of the staff member.', 'ines@example.com');
export const password = z.string().check(z.minLength(1), z.maxLength(256));
export const code = numericCode(CODE_DIGITS, 'The six digits the authenticator shows.', '118304');
export const reason = sentence(500, 'Why; it is kept in the trail.', 'Licence came through.');
export const roles = z.array(z.enum(STAFF_ROLES)).check(z.minLength(1), z.maxLength(STAFF_ROLES.length));
export const token = z.string().check(z.regex(/^[\w-]{43}$/));
/** Answer of a browser's passkey, as JSON. */
export const credential = z.string().check(z.minLength(1), z.maxLength(8_192));
/** Public key that the device made for this session: P-256, SPKI, base64url. */
export const deviceKey = z.string().check(z.regex(/^[\w-]{80,200}$/));
/** SHA-256, hex. */
export const hash = z.string().check(z.regex(/^[0-9a-f]{64}$/));
export const done = z.object({});

export const staff = z.object({
  id,
  email: z.string(),
  name: z.string(),
  roles: z.array(z.enum(STAFF_ROLES)),
});

export const change = z.object({
  id,
  kind: z.enum(CHANGE_KINDS),
  /** What it is about, such as `setting:staff.session_seconds` or `staff:3`. */
  subject: z.string(),
  /** JSON exactly as it is signed. */
  payload: z.string(),
  payload_hash: hash,
  reason: z.string(),
  state: z.enum(CHANGE_STATES),
  is_expired: flag,
  made_by: id,
  made_at: timeMs,
  expires_at: timeMs,
  decided_at: z.nullable(timeMs),
  editors: z.array(id),
  /** Signatures of the payload as it is now. */
  signatures: z.array(z.object({ staff_id: id, as: z.enum(['maker', 'checker']), by_passkey: flag, at: timeMs })),
  /** What the caller may do with it. */
  part: z.enum(['maker', 'checker', 'reader']),
});

export const trailRow = z.object({
  id,
  at: timeMs,
  actor: z.string(),
  action: z.string(),
  subject: z.string(),
  reason: z.string(),
  details: z.string(),
  /** Place in the chain and hash of its link. */
  seq: z.int(),
  hash,
});
