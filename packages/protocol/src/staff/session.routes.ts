import { STAFF_ROLES } from '@app/domain/staff';
import * as z from 'zod/mini';
import { id, text, timeMs } from '../fields.ts';
import { route } from '../route.ts';
import { code, credential, deviceKey, done, email, password, staff, token } from './fields.ts';

const visitor = { access: 'visitor', beyond: true } as const;
const everybody = { access: 'staff', staffRoles: STAFF_ROLES, beyond: true } as const;

export const startEnrolment = route({
  ...visitor,
  method: 'POST',
  path: '/staff/enrol/start',
  description: 'Returns a new authenticator key for whoever holds an invitation.',
  request: z.object({ invite: token }),
  response: z.object({
    email: z.string(),
    name: z.string(),
    key: z.string(),
    uri: z.string(),
    /** The key, sealed for this invitation; it is sent back with the first code. */
    sealed: z.string(),
  }),
  refusals: ['invite_invalid', 'too_many_requests'],
});

export const enrol = route({
  ...visitor,
  method: 'POST',
  path: '/staff/enrol',
  description: 'Uses an invitation: sets the password and binds the authenticator whose key was shown.',
  request: z.object({ invite: token, password, sealed: z.string().check(z.maxLength(400)), code }),
  response: done,
  refusals: ['invite_invalid', 'password_too_weak', 'google_code_wrong', 'too_many_requests'],
});

export const getLoginOptions = route({
  ...visitor,
  method: 'GET',
  path: '/staff/login/options',
  description: 'Returns the browser’s options for signing in with a passkey. They name nobody.',
  request: z.object({}),
  response: z.object({ options: z.string() }),
  refusals: [],
});

export const staffLogin = route({
  ...visitor,
  method: 'POST',
  path: '/staff/login',
  description: 'Starts a session of one device: password, and a passkey or an authenticator code.',
  request: z.object({
    email,
    password,
    code: z.optional(code),
    credential: z.optional(credential),
    device_key: deviceKey,
  }),
  response: z.object({ token: z.string(), staff, ends_at: timeMs, idle_seconds: z.int() }),
  refusals: ['login_failed', 'google_code_required', 'google_code_wrong', 'passkey_failed', 'too_many_requests'],
});

export const staffLogout = route({
  ...everybody,
  method: 'POST',
  path: '/staff/logout',
  description: 'Ends the session.',
  request: z.object({}),
  response: done,
  refusals: [],
});

export const getStaff = route({
  ...everybody,
  method: 'GET',
  path: '/staff/me',
  description: 'Returns the caller, their passkeys and when the session ends.',
  request: z.object({}),
  response: z.object({
    staff,
    ends_at: timeMs,
    passkeys: z.array(z.object({ id, name: z.string(), created_at: timeMs })),
  }),
  refusals: [],
});

export const startStaffPasskey = route({
  ...everybody,
  method: 'POST',
  path: '/staff/passkey/start',
  description: 'Returns the browser’s options for creating a passkey. Requires a code of the authenticator.',
  request: z.object({ code }),
  response: z.object({ options: z.string() }),
  refusals: ['google_code_wrong', 'too_many_requests'],
});

export const addStaffPasskey = route({
  ...everybody,
  method: 'POST',
  path: '/staff/passkey/add',
  description:
    'Adds the passkey that the browser created; from then on it signs the caller’s changes. A caller who has one signs with it: send the request without `proof`, sign the `options` of the answer, and send it again.',
  request: z.object({
    credential,
    name: text(40, 'Name of the passkey.', 'Office key'),
    /** What a passkey that the caller has signed. */
    proof: z.optional(credential),
  }),
  response: z.object({
    /** Null if a proof is needed. */
    id: z.nullable(id),
    /** Options of the browser for the proof; empty if none is needed. */
    options: z.string(),
  }),
  refusals: ['passkey_failed'],
});
