import { authSettings } from '@app/domain/auth';
import type { Tx } from '../../../platform/database.ts';
import type { AuthDeps } from '../auth-deps.ts';
import { hashToken, makeToken } from '../secrets.ts';
import { insertLink } from './freeze-link.store.ts';

/** Creates a link for a security mail: its holder can freeze the account and nothing else. Only its hash is stored. */
export async function makeFreezeLink(
  tx: Tx,
  { settings, publicUrl }: Pick<AuthDeps, 'settings' | 'publicUrl'>,
  userId: bigint,
): Promise<string> {
  const { value: lifetimeSeconds } = await settings.read(authSettings.freezeLinkLifetime);
  const token = makeToken();
  await insertLink(tx, { tokenHash: hashToken(token), userId, lifetimeSeconds });
  return `${publicUrl}/h5/#/pages/plus/freeze?token=${token}`;
}
