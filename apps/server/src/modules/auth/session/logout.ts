import { publishSessionsEnded } from '../../../platform/bus/session-events.ts';
import type { Caller } from '../../../platform/http/caller.ts';
import type { AuthDeps } from '../auth-deps.ts';
import { endSession } from './session.store.ts';

/** Ends the caller's session at once, for every process; idempotent. */
export async function logout(
  { transact, bus }: Pick<AuthDeps, 'transact' | 'bus'>,
  { sessionId, userId }: Caller,
): Promise<Record<never, never>> {
  await transact((tx) => endSession(tx, sessionId, userId));
  publishSessionsEnded(bus, [sessionId]);
  return {};
}
