import { STAFF_ROLES } from '@app/domain/staff';
import * as z from 'zod/mini';
import { count, flag, id, text, timeMs } from '../fields.ts';
import { route } from '../route.ts';
import { hash, staff, trailRow } from './fields.ts';

const reading = { access: 'staff', method: 'GET', beyond: true } as const;

export const listStaff = route({
  ...reading,
  staffRoles: ['security', 'operator', 'auditor'],
  path: '/staff/list',
  description: 'Lists staff accounts.',
  request: z.object({}),
  response: z.object({
    list: z.array(
      z.object({ ...staff.shape, created_at: timeMs, is_enrolled: flag, is_disabled: flag, has_passkey: flag }),
    ),
  }),
  refusals: [],
});

export const listTrail = route({
  ...reading,
  staffRoles: ['auditor', 'security', 'operator'],
  path: '/staff/trail',
  description: 'Lists the audit trail, newest first.',
  request: z.object({
    before: z.optional(id),
    limit: z._default(count({ min: 1, max: 200 }, 'Rows a page, at most 200.'), 50),
    actor: z.optional(text(40, 'Who did it.', 'staff:3')),
    action: z.optional(text(60, 'What was done.', 'change.signed')),
    subject: z.optional(text(200, 'What it was about.', 'user:7')),
  }),
  response: z.object({ list: z.array(trailRow), next: z.nullable(id) }),
  refusals: [],
});

/** Everybody on staff reads the rows about their own actions. */
export const listOwnTrail = route({
  ...reading,
  staffRoles: STAFF_ROLES,
  path: '/staff/trail/own',
  description: 'Lists the caller’s own rows of the audit trail, newest first.',
  request: listTrail.request,
  response: listTrail.response,
  refusals: [],
});

export const getTrailState = route({
  ...reading,
  staffRoles: STAFF_ROLES,
  path: '/staff/trail/state',
  description: 'Returns the head of the trail, its last check and its last seals in price blocks.',
  request: z.object({}),
  response: z.object({
    head: z.nullable(z.object({ seq: z.int(), hash })),
    check: z.nullable(z.object({ at: timeMs, rows: z.int(), faults: z.array(z.string()) })),
    seals: z.array(z.object({ block: z.int(), seq: z.int(), hash, at: timeMs })),
  }),
  refusals: [],
});
