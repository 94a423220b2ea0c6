import { authSettings, postDemoGrant } from '@app/domain/auth';
import { once, type Request } from '../../../platform/db/idempotency.ts';
import { markDemoGranted } from '../account/user.store.ts';
import type { AuthDeps } from '../auth-deps.ts';
import { noteDemoMoney } from './note-demo-money.ts';

type OpenDeps = Pick<AuthDeps, 'db' | 'transact' | 'ledger' | 'settings' | 'nextId'>;

/**
 * Grants a user's first demo money: once per key by the idempotency record, once ever by the user's row and the
 * ledger's ref.
 */
export async function openDemoAccount(deps: OpenDeps, request: Request): Promise<{ granted: boolean }> {
  const { value: amount } = await deps.settings.read(authSettings.demoGrant);
  const grant = postDemoGrant({ userId: request.userId, round: 1 }, amount);
  await deps.ledger.open(
    deps.db,
    grant.mode,
    grant.entries.map(({ account }) => account),
  );
  const { answer } = await once(deps.transact, request, async (tx) => {
    const granted = await markDemoGranted(tx, request.userId);
    if (granted) {
      await deps.ledger.post(tx, [grant]);
      await noteDemoMoney(tx, deps.nextId, { userId: request.userId, kind: 'demo_opened', amount });
    }
    return { granted };
  });
  return answer;
}
