import { expectDefined } from '@app/base';
import { refuseWith } from '../../../platform/http/accept.ts';
import type { Caller } from '../../../platform/http/caller.ts';
import { mediaIdOf } from '../../media/index.ts';
import { describeUser, type User } from '../account/describe-user.ts';
import { changeAvatar, findUser } from '../account/user.store.ts';
import type { AuthDeps } from '../auth-deps.ts';

type Deps = Pick<AuthDeps, 'transact' | 'settings' | 'media'>;

/**
 * Makes one of the caller's uploads for `avatar` the portrait; the former one is removed. Empty removes the portrait.
 * Anything else, such as another user's picture, is not found.
 */
export async function changePortrait(deps: Deps, caller: Caller, address: string): Promise<User> {
  const { transact, media } = deps;
  const { userId: ownerId } = caller;
  const fileId = address === '' ? null : (mediaIdOf(address) ?? refuseWith('not_found'));
  const user = await transact(async (tx) => {
    const before = await changeAvatar(tx, ownerId, fileId); // Locks the user: two changes never claim at once.
    if (fileId !== null) await media.claim(tx, { ownerId, fileId, purpose: 'avatar', usedBy: `portrait:${ownerId}` });
    if (before !== null && before !== fileId) await media.remove(tx, ownerId, before);
    return await findUser(tx, ownerId);
  });
  return await describeUser(deps, expectDefined(user, 'the user of a session'), caller.mode);
}
