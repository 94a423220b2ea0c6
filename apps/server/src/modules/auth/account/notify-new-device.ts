import { type AttemptLimit, deviceName } from '@app/domain/auth';
import type { Tx } from '../../../platform/db/database.ts';
import type { AuthDeps } from '../auth-deps.ts';
import { addAttempt } from '../code/attempt.store.ts';
import { type Owner, securityMail } from '../code/mails.ts';

type NewDevice = {
  readonly owner: Owner;
  readonly userAgent: string;
  readonly ip: string;
  readonly limit: AttemptLimit;
};

/** Notifies an owner of a login on a new device, a few times an hour ⚙: each message costs money, a login does not. */
export async function notifyNewDevice(
  tx: Tx,
  deps: AuthDeps,
  { owner, userAgent, ip, limit }: NewDevice,
): Promise<void> {
  const attempts = await addAttempt(tx, { key: `device:user:${owner.id}`, seconds: limit.seconds });
  if (attempts.count > limit.count) return;
  await securityMail(tx, deps, owner, 'security_new_device', { device: deviceName(userAgent) || '–', ip });
}
