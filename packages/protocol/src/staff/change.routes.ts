import { CHANGE_KINDS, CHANGE_STATES, STAFF_ROLES } from '@app/domain/staff';
import * as z from 'zod/mini';
import { count, id, text, timeMs } from '../fields.ts';
import { route } from '../route.ts';
import { change, credential, done, hash, reason } from './fields.ts';

const everybody = { access: 'staff', staffRoles: STAFF_ROLES, beyond: true } as const;
const CHECKED = ['change_not_waiting', 'change_payload_differs', 'maker_cannot_check', 'not_allowed'] as const;

const payload = z.string().check(z.minLength(2), z.maxLength(8_192));
const paging = {
  before: z.optional(id),
  limit: z._default(count({ min: 1, max: 200 }, 'Rows a page, at most 200.'), 50),
};

export const listChanges = route({
  ...everybody,
  method: 'GET',
  path: '/staff/changes',
  description: 'Lists changes that two people must sign, newest first.',
  request: z.object({
    ...paging,
    state: z.optional(z.enum(CHANGE_STATES)),
    subject: z.optional(text(200, 'What they are about.', 'setting:staff.session_seconds')),
  }),
  response: z.object({ list: z.array(change), next: z.nullable(id) }),
  refusals: [],
});

export const getChange = route({
  ...everybody,
  method: 'GET',
  path: '/staff/change',
  description: 'Returns one change.',
  request: z.object({ id }),
  response: change,
  refusals: ['not_found'],
});

export const proposeChange = route({
  ...everybody,
  method: 'POST',
  path: '/staff/change/propose',
  description: 'Proposes a change. It waits for the signature of its maker and of someone who may check it.',
  request: z.object({ kind: z.enum(CHANGE_KINDS), payload, reason }),
  response: change,
  refusals: ['not_allowed', 'setting_invalid', 'change_outdated', 'parameter_error'],
});

export const editChange = route({
  ...everybody,
  method: 'POST',
  path: '/staff/change/edit',
  description:
    'Replaces the payload of a change that waits. Signatures of the old one no longer count, and the caller becomes a maker.',
  request: z.object({ id, payload, reason }),
  response: change,
  refusals: ['not_found', 'change_not_waiting', 'not_allowed', 'setting_invalid', 'change_outdated'],
});

export const startSigning = route({
  ...everybody,
  method: 'POST',
  path: '/staff/change/options',
  description:
    'Returns the browser’s options for signing a change with one of the caller’s passkeys; empty if there is none.',
  request: z.object({ id, payload_hash: hash }),
  response: z.object({ options: z.string() }),
  refusals: ['not_found', 'change_payload_differs'],
});

export const signChange = route({
  ...everybody,
  method: 'POST',
  path: '/staff/change/sign',
  description: 'Signs a change; with the second signature it is checked again and executed at once.',
  request: z.object({ id, payload_hash: hash, credential: z.optional(credential), reason }),
  response: change,
  refusals: [...CHECKED, 'not_found', 'passkey_failed', 'passkey_required', 'change_outdated'],
});

export const refuseChange = route({
  ...everybody,
  method: 'POST',
  path: '/staff/change/refuse',
  description: 'Refuses a change; its makers withdraw it in this way.',
  request: z.object({ id, reason }),
  response: change,
  refusals: ['not_found', 'change_not_waiting', 'not_allowed'],
});

export const switchOffAtOnce = route({
  ...everybody,
  staffRoles: ['operator', 'risk', 'security', 'finance'],
  method: 'POST',
  path: '/staff/switch_off',
  description: 'Turns a kill switch off. One person is enough; turning it on again takes two.',
  request: z.object({ key: text(100, 'Key of the switch.', 'switch.withdrawals'), reason }),
  response: z.object({ version: z.int(), at: timeMs }),
  refusals: ['setting_invalid'],
});

export const disableStaff = route({
  ...everybody,
  staffRoles: ['security'],
  method: 'POST',
  path: '/staff/disable',
  description: 'Disables a staff account and ends its sessions. One person is enough; enabling it again takes two.',
  request: z.object({ id, reason }),
  response: done,
  refusals: ['not_found'],
});

export const inviteStaff = route({
  ...everybody,
  staffRoles: ['security'],
  method: 'POST',
  path: '/staff/invite',
  description: 'Returns an invitation for an account that has not enrolled yet. It works once, for a day.',
  request: z.object({ id, reason }),
  response: z.object({ invite: z.string(), expires_at: timeMs }),
  refusals: ['not_found', 'change_outdated'],
});
