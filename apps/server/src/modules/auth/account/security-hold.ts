import { authSettings } from '@app/domain/auth';
import type { AuthDeps } from '../auth-deps.ts';

/** Duration of the withdrawal hold after a change, in seconds and in hours as mails state it. */
export type Hold = { readonly seconds: number; readonly hours: number };

/** Reads the hold; call it before the transaction that uses it. */
export async function readHold({ settings }: Pick<AuthDeps, 'settings'>): Promise<Hold> {
  const { value: seconds } = await settings.read(authSettings.securityHold);
  return { seconds, hours: Math.ceil(seconds / 3_600) };
}
