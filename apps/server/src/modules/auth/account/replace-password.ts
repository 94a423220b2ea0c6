import type { Tx } from '../../../platform/db/database.ts';
import type { AuthDeps } from '../auth-deps.ts';
import { type Owner, securityMail } from '../code/mails.ts';
import { endSessionsOf } from '../session/session.store.ts';
import type { Hold } from './security-hold.ts';
import { changePassword, holdWithdrawals } from './user.store.ts';

type Replacement = {
  readonly owner: Owner;
  readonly passwordHash: string;
  readonly hold: Hold;
};

/**
 * Replaces the password with all consequences: all sessions end, withdrawals are held, the owner is notified. Returns
 * the ended sessions.
 */
export async function replacePassword(tx: Tx, deps: AuthDeps, change: Replacement): Promise<bigint[]> {
  const { owner, passwordHash, hold } = change;
  await changePassword(tx, owner.id, passwordHash);
  await holdWithdrawals(tx, owner.id, hold.seconds);
  const ended = await endSessionsOf(tx, owner.id);
  await securityMail(tx, deps, owner, 'security_password', { hours: hold.hours });
  return ended;
}
