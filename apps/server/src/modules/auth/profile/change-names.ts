import { expectDefined } from '@app/base';
import { checkNickname, checkSignature } from '@app/domain/auth';
import { accept } from '../../../platform/http/accept.ts';
import type { Caller } from '../../../platform/http/caller.ts';
import { describeUser, type User } from '../account/describe-user.ts';
import { changeNames, findUser } from '../account/user.store.ts';
import type { AuthDeps } from '../auth-deps.ts';

type Deps = Pick<AuthDeps, 'transact' | 'settings'>;

/** Changes the user's public nickname. */
export const changeNickname = (deps: Deps, caller: Caller, nickname: string): Promise<User> =>
  change(deps, caller, { nickname: accept(checkNickname(nickname)) });

/** Changes the user's public signature; empty removes it. */
export const changeSignature = (deps: Deps, caller: Caller, signature: string): Promise<User> =>
  change(deps, caller, { signature: accept(checkSignature(signature)) });

async function change(deps: Deps, { userId, mode }: Caller, names: { nickname?: string; signature?: string }) {
  const user = await deps.transact(async (tx) => {
    await changeNames(tx, userId, names);
    return await findUser(tx, userId);
  });
  return await describeUser(deps, expectDefined(user, 'the user of a session'), mode);
}
