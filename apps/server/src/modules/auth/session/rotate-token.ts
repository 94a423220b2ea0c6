import { authSettings } from '@app/domain/auth';
import type { Tx } from '../../../platform/database.ts';
import type { AuthDeps } from '../auth-deps.ts';
import { hashToken, makeToken } from '../secrets.ts';
import { type FoundSession, lockLiveSession } from './session.store.ts';
import { insertSuccessor, markFirstUse } from './token.store.ts';

/**
 * Records a token's first use, which lets the older ones expire, and creates its successor when due. The old token
 * works until the successor is used, so a lost response logs no user out. If the session is locked, both steps are left
 * to the lock holder or to the next call.
 */
export async function rotateToken(
  { transact, settings }: Pick<AuthDeps, 'transact' | 'settings'>,
  tokenHash: Buffer,
  { id, is_first_use, is_due }: FoundSession,
): Promise<string | undefined> {
  if (!is_first_use && !is_due) return undefined;
  const { value: graceSeconds } = await settings.read(authSettings.tokenGrace);
  const { value: rotateSeconds } = await settings.read(authSettings.tokenAge);
  const next = makeToken();
  const successor = { tokenHash: hashToken(next), sessionId: id };
  const isMade = await transact(async (tx: Tx) => {
    if (!(await lockLiveSession(tx, id))) return false;
    if (is_first_use) await markFirstUse(tx, tokenHash, graceSeconds);
    return is_due && (await insertSuccessor(tx, successor, rotateSeconds));
  });
  return isMade ? next : undefined;
}
