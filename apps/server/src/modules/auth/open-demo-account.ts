import { authSettings, postDemoGrant } from '@app/domain/auth';
import { once, type Request } from '../../platform/idempotency.ts';
import type { AuthDeps } from './auth-deps.ts';
import { markDemoGranted } from './user.store.ts';

/** Grants a user's first demo money: once per key by its record, once for ever by the user's row and the ledger's ref. */
export async function openDemoAccount(deps: AuthDeps, request: Request): Promise<{ granted: boolean }> {
  const { value: amount } = await deps.settings.read(authSettings.demoGrant);
  const grant = postDemoGrant(request.userId, amount);
  await deps.ledger.open(
    deps.db,
    grant.book,
    grant.entries.map(({ account }) => account),
  );
  return await once(deps.transact, request, async (tx) => {
    const granted = await markDemoGranted(tx, request.userId);
    if (granted) await deps.ledger.post(tx, [grant]);
    return { granted };
  });
}
