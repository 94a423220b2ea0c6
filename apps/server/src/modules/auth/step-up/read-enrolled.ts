import type { Enrolled } from '@app/domain/auth';
import type { Reader } from '../../../platform/database.ts';
import { findTradePassword } from '../account/user.store.ts';
import { hasAuthenticator } from '../factor/google-code.ts';
import { countPasskeys } from '../factor/passkey.store.ts';

/** Returns which factors a user has set up and can be required to show. */
export async function readEnrolled(tx: Reader, userId: bigint): Promise<Enrolled> {
  return {
    hasTradePassword: (await findTradePassword(tx, userId)) !== null,
    hasAuthenticator: await hasAuthenticator(tx, userId),
    hasPasskey: (await countPasskeys(tx, userId)) > 0,
  };
}
