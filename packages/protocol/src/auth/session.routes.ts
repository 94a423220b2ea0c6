import * as z from 'zod/mini';
import { flag, id, timeMs } from '../fields.ts';
import { route } from '../route.ts';
import { done } from './fields.ts';

const loggedOut = { access: 'user', request: z.object({}), response: done, refusals: [] } as const;

export const logoutByGet = route({
  ...loggedOut,
  method: 'GET',
  path: '/user/logout',
  description: 'Ends the session (path of the specification).',
});

export const logout = route({
  ...loggedOut,
  method: 'POST',
  path: '/user/logout',
  description: 'Ends the session.',
  beyond: true,
});

/** An active login session of this account. */
const session = z.object({
  id,
  /** User agent the browser sent. */
  user_agent: z.string(),
  ip: z.string(),
  signed_in_at: timeMs,
  last_seen_at: timeMs,
  is_current: flag,
});

export const listSessions = route({
  method: 'GET',
  path: '/plus/sessions',
  access: 'user',
  description: 'Lists the caller’s sessions with their devices, newest first.',
  request: z.object({}),
  response: z.object({ list: z.array(session) }),
  refusals: [],
  beyond: true,
});

export const revokeSession = route({
  method: 'POST',
  path: '/plus/sessions/revoke',
  access: 'user',
  description: 'Ends one of the caller’s sessions. Its sockets close within two seconds.',
  request: z.object({ id }),
  response: done,
  refusals: ['not_found'],
  beyond: true,
});

export const revokeOtherSessions = route({
  method: 'POST',
  path: '/plus/sessions/revoke-others',
  access: 'user',
  description: 'Ends all of the caller’s other sessions.',
  request: z.object({}),
  response: z.object({ ended: z.int() }),
  refusals: [],
  beyond: true,
});
