import { publishSessionsEnded } from '../../../platform/bus/session-events.ts';
import { refuseWith } from '../../../platform/http/accept.ts';
import type { Caller } from '../../../platform/http/caller.ts';
import type { AuthDeps } from '../auth-deps.ts';
import { readAges } from './find-caller.ts';
import { endSession, endSessionsOf, listSessions } from './session.store.ts';

/** Ends one of the caller's sessions. Another user's, an ended and a nonexistent session get the same answer. */
export async function revokeSession(
  { transact, bus }: Pick<AuthDeps, 'transact' | 'bus'>,
  { userId }: Caller,
  id: bigint,
): Promise<Record<never, never>> {
  const ended = await transact((tx) => endSession(tx, id, userId));
  if (ended === undefined) return refuseWith('not_found');
  publishSessionsEnded(bus, [id]);
  return {};
}

/** Ends all sessions but the caller's, and returns how many were still in use, as many as the list showed. */
export async function revokeOtherSessions(
  { transact, settings, bus }: Pick<AuthDeps, 'transact' | 'settings' | 'bus'>,
  { userId, sessionId }: Caller,
): Promise<{ ended: number }> {
  const ages = await readAges(settings);
  const { ids, listed } = await transact(async (tx) => ({
    listed: await listSessions(tx, userId, ages),
    ids: await endSessionsOf(tx, userId, sessionId),
  }));
  publishSessionsEnded(bus, ids);
  return { ended: listed.filter(({ id }) => ids.includes(id)).length };
}
