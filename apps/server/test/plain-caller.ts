import type { CallerLevel } from '@app/protocol';
import type { SessionLookups } from '../src/gateway/sessions.ts';
import type { Caller, LiveSession, SessionOwner } from '../src/platform/http/caller.ts';

/** Caller without verified identity or roles, as every user is at first. */
const PLAIN: CallerLevel = { verification: 0, roles: [], country: 'DE', isFrozen: false };

export const plainCaller = (owner: SessionOwner): Caller => ({ ...owner, ...PLAIN });

/** Session lookups of a gateway whose sessions never end. */
export const lastingSessions = (...callers: readonly SessionOwner[]): SessionLookups => ({
  findSessions: () => Promise.resolve(new Map(callers.map((caller) => [caller.sessionId, lasting(caller)]))),
  findEndedSessions: () => Promise.resolve({ ids: [], upTo: '' }),
});

/** A session that lives for an hour. */
export const lasting = (owner: SessionOwner): LiveSession => ({ ...owner, endsInMs: 3_600_000 });
