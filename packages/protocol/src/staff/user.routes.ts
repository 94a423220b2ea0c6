import * as z from 'zod/mini';
import { count, flag, id, text, timeMs } from '../fields.ts';
import { route } from '../route.ts';
import { done, reason, trailRow } from './fields.ts';

const beyond = { access: 'staff', beyond: true } as const;
/** Everybody whose work begins with a user. */
const EVERY_DESK = ['support', 'identity', 'finance', 'risk', 'security'] as const;
/** Those who protect an account. */
const PROTECTORS = ['support', 'risk', 'security'] as const;

/** Decimal text, as the ledger stores it. */
const decimalText = z.string();
const nullableTime = z.nullable(timeMs);
const mode = z._default(z.enum(['real', 'demo']), 'real');
const paging = {
  id,
  before: z.optional(id),
  limit: z._default(count({ min: 1, max: 200 }, 'Rows a page, at most 200.'), 50),
};
const page = <Row extends z.ZodMiniType>(row: Row) => z.object({ list: z.array(row), next: z.nullable(id) });

/** What an account can be; the first that applies. */
export const USER_STATES = ['closed', 'frozen', 'closing', 'open'] as const;

/** What a page of users shows of each: addresses and numbers are masked. */
const user = z.object({
  id,
  nickname: z.string(),
  email: z.nullable(z.string()),
  mobile: z.nullable(z.string()),
  level: z.int(),
  country: z.nullable(z.string()),
  state: z.enum(USER_STATES),
});

/** POST: what someone typed belongs in no address and no log. */
export const searchUsers = route({
  ...beyond,
  staffRoles: EVERY_DESK,
  method: 'POST',
  path: '/staff/users/search',
  description:
    'Finds users by a whole UID, telephone number, order number or saved withdrawal address, or by the first letters of an e-mail address. The trail records whom it found.',
  request: z.object({
    text: text(120, 'What to find.', 'ann@exa'),
    after: z.optional(id),
    limit: z._default(count({ min: 1, max: 50 }, 'Rows a page, at most 50.'), 20),
  }),
  response: z.object({
    list: z.array(z.object({ ...user.shape, found_by: z.enum(['uid', 'phone', 'order', 'address', 'email']) })),
    next: z.nullable(id),
  }),
  refusals: [],
});

/** POST, because it writes a row of the trail. */
export const openUser = route({
  ...beyond,
  staffRoles: EVERY_DESK,
  method: 'POST',
  path: '/staff/user/open',
  description: 'Returns the profile of a user, masked. The trail records who looked.',
  request: z.object({ id }),
  response: z.object({
    ...user.shape,
    at: timeMs,
    language: z.nullable(z.string()),
    invite_code: z.string(),
    roles: z.array(z.string()),
    created_at: timeMs,
    last_seen_at: nullableTime,
    frozen_at: nullableTime,
    withdrawals_held_until: nullableTime,
    closing_due_at: nullableTime,
    closed_at: nullableTime,
    /** When an authenticator was bound; null without one. */
    authenticator_at: nullableTime,
    passkeys: z.array(z.object({ name: z.string(), created_at: timeMs })),
    identity: z.array(
      z.object({
        case_id: id,
        level: z.int(),
        state: z.string(),
        submitted_at: timeMs,
        decided_at: nullableTime,
      }),
    ),
    /** What the user limited for themselves. */
    limits: z.array(
      z.object({
        kind: z.string(),
        amount: z.nullable(decimalText),
        until: nullableTime,
        next_from: nullableTime,
      }),
    ),
    balances: z.array(
      z.object({
        mode: z.enum(['real', 'demo']),
        account: z.string(),
        currency: z.string(),
        available: decimalText,
        frozen: decimalText,
      }),
    ),
  }),
  refusals: ['not_found'],
});

export const revealUser = route({
  ...beyond,
  staffRoles: PROTECTORS,
  method: 'POST',
  path: '/staff/user/reveal',
  description: 'Returns the e-mail address and telephone number of a user in full, for a reason that the trail keeps.',
  request: z.object({ id, reason }),
  response: z.object({ email: z.nullable(z.string()), mobile: z.nullable(z.string()) }),
  refusals: ['not_found', 'parameter_error'],
});

export const freezeUser = route({
  ...beyond,
  staffRoles: PROTECTORS,
  method: 'POST',
  path: '/staff/user/freeze',
  description: 'Freezes an account and ends its sessions. One person is enough; unfreezing it takes two.',
  request: z.object({ id, reason }),
  response: done,
  refusals: ['not_found', 'change_outdated', 'parameter_error'],
});

const reading = { ...beyond, method: 'GET' } as const;

export const listUserLedger = route({
  ...reading,
  staffRoles: ['support', 'finance', 'risk', 'security'],
  path: '/staff/user/ledger',
  description: 'Lists the ledger entries of a user in one account mode, newest first.',
  request: z.object({ ...paging, mode }),
  response: page(
    z.object({
      /** Transfer and account: an entry has no number of its own. */
      id: z.string(),
      at: timeMs,
      kind: z.string(),
      ref: z.string(),
      account: z.string(),
      currency: z.string(),
      available: decimalText,
      frozen: decimalText,
    }),
  ),
  refusals: ['not_found'],
});

/** Products whose orders staff can list. */
export const USER_PRODUCTS = ['spot', 'contract', 'seconds', 'convert'] as const;

export const listUserOrders = route({
  ...reading,
  staffRoles: ['support', 'finance', 'risk', 'security'],
  path: '/staff/user/orders',
  description: 'Lists the orders, positions, bets or conversions of a user in one account mode, newest first.',
  request: z.object({ ...paging, mode, product: z._default(z.enum(USER_PRODUCTS), 'spot') }),
  response: page(
    z.object({
      id,
      at: timeMs,
      market: z.string(),
      side: z.string(),
      /** Kind of a spot order, leverage of a position, seconds of a bet. */
      terms: z.string(),
      price: z.nullable(decimalText),
      /** Quantity, lots, stake, or amount that is converted. */
      amount: z.nullable(decimalText),
      /** What is filled, won or lost, returned, or received; null where it is not known yet. */
      result: z.nullable(decimalText),
      status: z.string(),
    }),
  ),
  refusals: ['not_found'],
});

export const listUserSessions = route({
  ...reading,
  staffRoles: PROTECTORS,
  path: '/staff/user/sessions',
  description: 'Lists the sessions of a user, newest first.',
  request: z.object(paging),
  response: page(
    z.object({
      id,
      mode: z.string(),
      ip: z.string(),
      user_agent: z.string(),
      signed_in_at: timeMs,
      last_seen_at: timeMs,
      ended_at: nullableTime,
    }),
  ),
  refusals: ['not_found'],
});

export const listUserDevices = route({
  ...reading,
  staffRoles: PROTECTORS,
  path: '/staff/user/devices',
  description: 'Lists the browsers that logged in as a user, newest first.',
  request: z.object(paging),
  response: page(z.object({ id, user_agent: z.string(), first_seen_at: timeMs, is_signed_in: flag })),
  refusals: ['not_found'],
});

export const listUserNotices = route({
  ...reading,
  staffRoles: ['support', 'identity', 'risk', 'security'],
  path: '/staff/user/notices',
  description: 'Lists what the product notified a user of, newest first.',
  request: z.object(paging),
  response: page(
    z.object({
      id,
      at: timeMs,
      category: z.string(),
      kind: z.string(),
      /** Names and figures of its text, as JSON. */
      params: z.string(),
      read_at: nullableTime,
    }),
  ),
  refusals: ['not_found'],
});

export const listUserTrail = route({
  ...reading,
  staffRoles: PROTECTORS,
  path: '/staff/user/trail',
  description: 'Lists the rows of the audit trail about a user, newest first.',
  request: z.object(paging),
  response: page(trailRow),
  refusals: ['not_found'],
});
