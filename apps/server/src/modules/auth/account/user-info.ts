import { expectDefined } from '@app/base';
import type { Caller } from '../../../platform/caller.ts';
import type { AuthDeps } from '../auth-deps.ts';
import { describeUser, type User } from './describe-user.ts';
import { findUser } from './user.store.ts';

/** Returns the user of the session. */
export async function readUserInfo(deps: Pick<AuthDeps, 'transact' | 'settings'>, caller: Caller): Promise<User> {
  const user = await deps.transact((tx) => findUser(tx, caller.userId));
  return await describeUser(deps, expectDefined(user, 'the user of a session'), caller.mode);
}
