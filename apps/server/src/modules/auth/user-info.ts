import { given } from '@app/base';
import type { Caller } from '../../platform/serve.ts';
import type { AuthDeps } from './auth-deps.ts';
import { describeUser, type User } from './describe-user.ts';
import { findUser } from './user.store.ts';

/** Who the session belongs to. */
export async function readUserInfo({ transact }: Pick<AuthDeps, 'transact'>, caller: Caller): Promise<User> {
  const user = await transact((tx) => findUser(tx, caller.userId));
  return describeUser(given(user, 'the user of a session'), caller.book);
}
