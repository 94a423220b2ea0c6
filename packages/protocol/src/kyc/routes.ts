import {
  CASE_LEVELS,
  type CaseLevel,
  DOCUMENT_TYPES,
  LEVEL_STATES,
  PICTURES,
  REASON_CODES,
  RELATIONSHIPS,
} from '@app/domain/kyc';
import * as z from 'zod/mini';
import { amount, id, mediaId, text, timeMs } from '../fields.ts';
import { route } from '../route.ts';

export const getLevelList = route({
  method: 'GET',
  path: '/getLevelList',
  access: 'visitor',
  description: 'Returns what each level of verification allows.',
  request: z.object({}),
  response: z.object({
    list: z.array(
      z.object({
        level: z.int(),
        /** In BTC, within 24 hours; zero before the first level. */
        withdraw_limit_btc: amount,
        /** In USDT, for one fiat order. */
        fiat_limit_usdt: amount,
      }),
    ),
  }),
  refusals: [],
});

const caseLevel = z.union([z.literal(1), z.literal(2)]);

/** The same in a request, as number or form text. */
const sentLevel = z.codec(z.union([caseLevel, z.literal('1'), z.literal('2')]), caseLevel, {
  decode: (level): CaseLevel => (Number(level) === CASE_LEVELS[0] ? 1 : 2),
  encode: (level) => level,
});

const details = {
  name: z.optional(text(100, 'Level 1: the name on the document.', 'Mira Kaya')),
  card_id: z.optional(text(64, 'Level 1: number of the document, letters and digits.', 'X1234567')),
  nationality: z.optional(text(2, 'Level 1: nationality, ISO 3166 alpha-2.', 'DE')),
  relatives: z.optional(text(100, 'Level 2: name of a relative.', 'Deniz Kaya')),
  relationship: z.optional(z.enum(RELATIONSHIPS)),
  relatives_phone: z.optional(text(30, 'Level 2: phone number of the relative, with dial code.', '+4917012345678')),
  relatives_address: z.optional(text(200, 'Level 2: postal address of the relative.', '5 Side Street, Boston')),
};

/** What a rejected case leaves for the next one: fields and pictures that need not be sent again. */
const kept = z.object({
  details: z.object({
    name: z.optional(z.string()),
    /** The last characters only. */
    card_id: z.optional(z.string()),
    nationality: z.optional(z.string()),
    relatives: z.optional(z.string()),
    relationship: z.optional(z.enum(RELATIONSHIPS)),
    relatives_phone: z.optional(z.string()),
    relatives_address: z.optional(z.string()),
  }),
  pictures: z.array(z.enum(PICTURES)),
});

const levelStatus = z.object({
  level: caseLevel,
  state: z.enum(LEVEL_STATES),
  /** Why an earlier approval no longer holds. */
  ended: z.nullable(z.enum(['expired', 'withdrawn'])),
  /** Of the newest case. */
  document: z.nullable(z.enum(DOCUMENT_TYPES)),
  submitted_at: z.nullable(timeMs),
  decided_at: z.nullable(timeMs),
  /** Why it was rejected. */
  reasons: z.array(z.enum(REASON_CODES)),
  kept: z.nullable(kept),
});

export const readIdentity = route({
  method: 'GET',
  path: '/real/state',
  access: 'user',
  description: 'Returns the caller’s verified level and country, and the state of each level with its newest case.',
  request: z.object({}),
  response: z.object({
    level: z.int().check(z.gte(0), z.lte(2)),
    /** Nationality once level 1 is verified; before, what the user chose; empty if unknown. */
    country: z.string(),
    /** Sorted by level. */
    levels: z.array(levelStatus),
    /** How often documents for a level may be sent within 24 hours. */
    submissions_per_day: z.int(),
  }),
  refusals: [],
});

export const submitIdentity = route({
  method: 'POST',
  path: '/user/real',
  access: 'user',
  description:
    'Sends documents for level 1 or 2 to review. Pictures were uploaded before with `purpose` identity. After a rejection, fields and pictures that were not its reason may be left out.',
  request: z.object({
    type: sentLevel,
    /** Without it, that of the rejected case. */
    document: z.optional(z.enum(DOCUMENT_TYPES)),
    ...details,
    front_pic: z.optional(mediaId),
    reverse_pic: z.optional(mediaId),
    hand_pic: z.optional(mediaId),
  }),
  response: z.object({ id, level: caseLevel, state: z.enum(LEVEL_STATES), submitted_at: timeMs }),
  refusals: [
    'identity_required',
    'identity_under_review',
    'identity_verified_already',
    'identity_details_wrong',
    'identity_picture_missing',
    'identity_too_often',
    'country_unknown',
    'identity_country_closed',
    'not_found',
  ],
  malformed: Object.fromEntries(Object.keys(details).map((field) => [field, 'identity_details_wrong' as const])),
  effect: true,
});
