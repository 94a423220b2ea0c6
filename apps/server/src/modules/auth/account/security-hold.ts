import { authSettings } from '@app/domain/auth';
import type { AuthDeps } from '../auth-deps.ts';

/** How long withdrawals wait after a change, and as a mail says it. */
export type Hold = { readonly seconds: number; readonly hours: number };

/** Read before the transaction it is used in. */
export async function readHold({ settings }: Pick<AuthDeps, 'settings'>): Promise<Hold> {
  const { value: seconds } = await settings.read(authSettings.securityHold);
  return { seconds, hours: Math.ceil(seconds / 3_600) };
}
