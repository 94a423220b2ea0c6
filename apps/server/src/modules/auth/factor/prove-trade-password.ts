import { authSettings } from '@app/domain/auth';
import { refuseWith } from '../../../platform/http/accept.ts';
import { findTradePassword } from '../account/user.store.ts';
import type { AuthDeps } from '../auth-deps.ts';
import { countTry, giveTryBack } from './count-try.ts';
import { isTradePassword } from './trade-password-hash.ts';

/** Compares a trade password. The try is counted first: at most five ⚙ wrong ones an hour are ever compared. */
export async function proveTradePassword(
  deps: Pick<AuthDeps, 'transact' | 'settings' | 'keys' | 'passwords'>,
  userId: bigint,
  digits: string,
): Promise<void> {
  const sealed = await deps.transact((tx) => findTradePassword(tx, userId));
  if (sealed === null) return refuseWith('trade_password_missing');
  const guessed = { key: `trade_password:user:${userId}`, limit: authSettings.tradePasswordTries };
  await countTry(deps, guessed);
  if (!(await isTradePassword(deps, userId, { sealed, digits }))) return refuseWith('trade_password_wrong');
  await giveTryBack(deps, guessed);
}
