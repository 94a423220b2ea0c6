import type { FindEndedSessions, FindSessions } from '../../../platform/http/caller.ts';
import type { AuthDeps } from '../auth-deps.ts';
import { ownerOf, readAges } from './find-caller.ts';
import type { FindChangedSessions } from './known-callers.ts';
import { findChangedSessions, findEndedSessions, findLiveSessions } from './session.store.ts';

/** Finds which sessions are still live, in one query; the lookup does not keep them alive. */
export function createFindSessions({ db, settings }: Pick<AuthDeps, 'db' | 'settings'>): FindSessions {
  return async (ids) => {
    const sessions = await findLiveSessions(db, ids, await readAges(settings));
    return new Map(sessions.map((session) => [session.id, { ...ownerOf(session), endsInMs: session.ends_in_ms }]));
  };
}

/** Finds the sessions that ended since the last look. */
export const createFindEndedSessions =
  ({ db }: Pick<AuthDeps, 'db'>): FindEndedSessions =>
  (since) =>
    findEndedSessions(db, since);

/** Finds the sessions whose rights changed since the last look: also level, roles, country and tokens. */
export const createFindChangedSessions =
  ({ db }: Pick<AuthDeps, 'db'>): FindChangedSessions =>
  (since) =>
    findChangedSessions(db, since);
