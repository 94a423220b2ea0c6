import {
  CASE_LEVELS,
  CASE_STATES,
  CHECK_CODES,
  DETAIL_FIELDS,
  DOCUMENT_TYPES,
  OUTCOMES,
  PICTURES,
  REASON_CODES,
  RECORDED_OUTCOMES,
  VERDICTS,
} from '@app/domain/kyc';
import { STAFF_ROLES } from '@app/domain/staff';
import * as z from 'zod/mini';
import { amount, count, flag, id, text, timeMs } from '../fields.ts';
import { route } from '../route.ts';
import { done } from './fields.ts';

const reading = { access: 'staff', method: 'GET', beyond: true, staffRoles: ['identity', 'risk'] } as const;
const deciding = { access: 'staff', method: 'POST', beyond: true, staffRoles: ['identity'] } as const;

const level = z.literal(CASE_LEVELS);

const listedCase = z.object({
  id,
  user_id: id,
  level,
  document: z.enum(DOCUMENT_TYPES),
  state: z.enum(CASE_STATES),
  submitted_at: timeMs,
  decided_at: z.nullable(timeMs),
  /** Who holds it now, and until when. */
  held_by: z.nullable(id),
  held_until: z.nullable(timeMs),
  /** How often documents for this level were sent, this time included. */
  attempt: z.int(),
});

export const listCases = route({
  ...reading,
  path: '/staff/cases',
  description: 'Lists identity cases that wait, oldest first, or those that were rejected, newest first.',
  request: z.object({
    after: z.optional(id),
    limit: z._default(count({ min: 1, max: 200 }, 'Rows a page, at most 200.'), 50),
    state: z._default(z.enum(['under_review', 'rejected']), 'under_review'),
  }),
  response: z.object({ at: timeMs, list: z.array(listedCase), next: z.nullable(id) }),
  refusals: [],
});

export const getCaseQueue = route({
  ...reading,
  staffRoles: STAFF_ROLES,
  path: '/staff/cases/waiting',
  description: 'Returns how many identity cases wait for each level, the oldest of them, and who holds any.',
  request: z.object({}),
  response: z.object({
    at: timeMs,
    levels: z.array(z.object({ level, waiting: z.int(), oldest_at: timeMs, holders: z.array(id) })),
  }),
  refusals: [],
});

export const claimCase = route({
  ...deciding,
  path: '/staff/case/claim',
  description: 'Gives the caller the oldest case that nobody holds, or the one they hold already; null if none waits.',
  request: z.object({}),
  response: z.object({ id: z.nullable(id) }),
  refusals: [],
});

export const releaseCase = route({
  ...deciding,
  path: '/staff/case/release',
  description: 'Gives a case back to the queue, where it keeps its place.',
  request: z.object({ id }),
  response: done,
  refusals: ['identity_case_lost'],
});

export const getCaseState = route({
  ...reading,
  path: '/staff/case/state',
  description: 'Returns who holds a case and whether it is decided, without anything its owner sent.',
  request: z.object({ id }),
  response: z.object({ at: timeMs, case: listedCase }),
  refusals: ['not_found'],
});

const ALL_DETAILS = [...DETAIL_FIELDS[1], ...DETAIL_FIELDS[2]];
const levelLimits = z.object({ level: z.int(), withdraw_limit_btc: amount, fiat_limit_usdt: amount });

export const getCase = route({
  ...reading,
  path: '/staff/case',
  description: 'Returns what a user sent for a level, to review it. The view is recorded.',
  request: z.object({ id }),
  response: z.object({
    at: timeMs,
    case: listedCase,
    /** What the user typed; nothing once it is erased. */
    details: z.partialRecord(z.enum(ALL_DETAILS), z.string()),
    pictures: z.array(z.object({ part: z.enum(PICTURES), width: z.int(), height: z.int(), sent_at: timeMs })),
    /** Every case of the user, oldest first. */
    history: z.array(z.object({ id, level, state: z.enum(CASE_STATES), submitted_at: timeMs })),
    decisions: z.array(
      z.object({
        case_id: id,
        outcome: z.enum(RECORDED_OUTCOMES),
        reasons: z.array(z.enum(REASON_CODES)),
        staff_id: z.nullable(id),
        confirmed_by: z.nullable(id),
        at: timeMs,
      }),
    ),
    /** Cases of other users with the same document number or the same picture. */
    duplicates: z.array(
      z.object({ case_id: id, user_id: id, state: z.enum(CASE_STATES), same: z.enum(['number', ...PICTURES]) }),
    ),
    /** What an identity provider recommended, oldest first; it decides nothing. */
    recommendations: z.array(
      z.object({ verdict: z.enum(VERDICTS), reasons: z.array(z.string()), is_late: flag, at: timeMs }),
    ),
    /** Language in which the user reads, and each reason of the level as they will read it. */
    language: z.string(),
    reasons: z.array(z.object({ code: z.enum(REASON_CODES), text: z.string(), english: z.string() })),
    /** What the user may do now, and after an approval. */
    limits: z.object({ now: levelLimits, approved: levelLimits }),
    may_be_overridden: flag,
  }),
  refusals: ['not_found'],
});

export const openCasePicture = route({
  ...reading,
  path: '/staff/case/picture',
  description: 'Returns a picture of a case, with the number of the caller and the time in it. The view is recorded.',
  request: z.object({ id, part: z.enum(PICTURES) }),
  response: z.object({}),
  refusals: ['not_found'],
  download: 'image/webp',
});

export const decideCase = route({
  ...deciding,
  path: '/staff/case/decide',
  description:
    'Approves or rejects a case that the caller holds. An approval needs every check of the level, a rejection a reason.',
  request: z.object({
    id,
    outcome: z.enum(OUTCOMES),
    reasons: z._default(z.array(z.enum(REASON_CODES)).check(z.maxLength(REASON_CODES.length)), []),
    checks: z._default(z.array(z.enum(CHECK_CODES)).check(z.maxLength(CHECK_CODES.length)), []),
    /** Last day on which the approved document is valid. */
    valid_until: z.optional(z.iso.date()),
    note: z.optional(text(500, 'For the trail and the next reviewer.', 'The number is that of an older card.')),
  }),
  /** Level of the user afterwards. */
  response: z.object({ level: z.int() }),
  refusals: ['identity_case_lost'],
});
