import { expectDefined } from '@app/base';
import type { Output } from '@app/protocol';
import type { listPasskeys as listRoute, readSecurity as route } from '@app/protocol/auth';
import type { Caller } from '../../../platform/http/caller.ts';
import { findTradePassword, findUser } from '../account/user.store.ts';
import type { AuthDeps } from '../auth-deps.ts';
import { listSessions } from '../session/list-sessions.ts';
import { findAuthenticator } from './authenticator.store.ts';
import { describePasskey } from './describe-passkey.ts';
import * as store from './passkey.store.ts';

type Deps = Pick<AuthDeps, 'transact' | 'settings'>;

/** Returns the security settings of the caller's account. */
export async function readSecurity(deps: Deps, caller: Caller): Promise<Output<typeof route>> {
  const { userId } = caller;
  const { list: sessions } = await listSessions(deps, caller);
  return await deps.transact(async (tx) => {
    const user = expectDefined(await findUser(tx, userId), 'the user of a session');
    const authenticator = await findAuthenticator(tx, userId);
    return {
      email: user.email ?? '',
      mobile: user.mobile ?? '',
      has_trade_password: (await findTradePassword(tx, userId)) !== null,
      authenticator_bound_at: authenticator?.bound_at?.getTime() ?? null,
      passkeys: await store.countPasskeys(tx, userId),
      phrase: user.phrase ?? '',
      sessions: sessions.length,
      withdrawals_held_until: user.withdrawals_held_until?.getTime() ?? null,
    };
  });
}

export async function listPasskeys(
  { transact }: Pick<Deps, 'transact'>,
  { userId }: Pick<Caller, 'userId'>,
): Promise<Output<typeof listRoute>> {
  const rows = await transact((tx) => store.listPasskeys(tx, userId));
  return { list: rows.map(describePasskey) };
}
