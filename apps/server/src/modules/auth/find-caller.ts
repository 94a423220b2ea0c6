import { authSettings } from '@app/domain/auth';
import type { FindCaller } from '../../platform/serve.ts';
import type { AuthDeps } from './auth-deps.ts';
import { hashToken, isToken } from './secrets.ts';
import { findSession, touchSession } from './session.store.ts';

/**
 * Finds who a token belongs to, in the database each time: an ended session ends everywhere at once. A request keeps its
 * session awake; a gateway that only looks whether it still lives must not, or an open tab would never go idle.
 */
export function createFindCaller(
  { db, settings }: Pick<AuthDeps, 'db' | 'settings'>,
  { keepsAwake }: { readonly keepsAwake: boolean },
): FindCaller {
  return async (token) => {
    if (!isToken(token)) return undefined;
    const { value: idleSeconds } = await settings.read(authSettings.sessionIdle);
    const { value: absoluteSeconds } = await settings.read(authSettings.sessionAbsolute);
    const session = await findSession(db, hashToken(token), { idleSeconds, absoluteSeconds });
    if (session === undefined) return undefined;
    if (keepsAwake && session.is_seen_long_ago) await touchSession(db, session.id);
    return { userId: session.user_id, sessionId: session.id, book: session.book };
  };
}
