import { type Account, authSettings, type Channel, canonicalAccount } from '@app/domain/auth';
import { accept, refuseWith } from '../../../platform/http/accept.ts';
import type { AuthDeps } from '../auth-deps.ts';
import { type Attempt, countAttempt, uncountAttempt } from '../code/count-attempt.ts';
import { hashToken } from '../secrets.ts';
import { isDeviceOf } from '../session/device.store.ts';
import { findForLogin, type LoginRow } from './user.store.ts';

export type Credentials = {
  readonly account: string;
  readonly channel: Channel;
  readonly areaCode?: string | undefined;
  readonly password: string;
  readonly ip: string;
  /** Key the browser stores to be recognised. */
  readonly deviceKey?: string | undefined;
};

export type ProvenPassword = {
  readonly user: LoginRow;
  readonly account: Account;
  readonly attempt: Attempt;
  /** Uncounts the attempt: with the right password, a missing second factor is no guess. */
  readonly uncount: () => Promise<void>;
};

/**
 * Returns the user with this password. The attempt is counted first; unknown account and wrong password share one
 * answer and one code path.
 */
export async function provePassword(deps: AuthDeps, credentials: Credentials): Promise<ProvenPassword> {
  const { channel, password, ip, deviceKey } = credentials;
  const account = accept(canonicalAccount(credentials.account, channel, credentials.areaCode));
  const knownDevice = await findKnownDevice(deps, { account, channel, deviceKey });
  const attempt = { action: 'login', account, ip, knownDevice } as const;
  await countAttempt(deps, attempt, authSettings.loginLimits);
  const user = await deps.transact((tx) => findForLogin(tx, account, channel));
  const isRight = await deps.passwords.matches(password, user?.password_hash);
  if (user === undefined || !isRight) return refuseWith('login_failed');
  return { user, account, attempt, uncount: () => deps.transact((tx) => uncountAttempt(tx, attempt)) };
}

type Device = { readonly account: Account; readonly channel: Channel; readonly deviceKey: string | undefined };

/**
 * Returns the name of a device known to this account. Also runs for unknown accounts, so that both take the same path.
 */
async function findKnownDevice({ transact }: AuthDeps, { account, channel, deviceKey }: Device) {
  if (deviceKey === undefined) return undefined;
  const keyHash = hashToken(deviceKey);
  const isKnown = await transact((tx) => isDeviceOf(tx, { account, channel, keyHash }));
  return isKnown ? keyHash.toString('base64url') : undefined;
}
