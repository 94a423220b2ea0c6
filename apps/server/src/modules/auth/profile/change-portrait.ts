import { expectDefined } from '@app/base';
import { refuseWith } from '../../../platform/http/accept.ts';
import type { Caller } from '../../../platform/http/caller.ts';
import { mediaIdOf } from '../../media/index.ts';
import { describeUser, type User } from '../account/describe-user.ts';
import { changeAvatar, findUser } from '../account/user.store.ts';
import type { AuthDeps } from '../auth-deps.ts';

type Deps = Pick<AuthDeps, 'transact' | 'settings' | 'media'>;

/**
 * Makes one of the caller's uploaded pictures the portrait and stores a square crop of it. Empty removes the portrait.
 */
export async function changePortrait(deps: Deps, caller: Caller, address: string): Promise<User> {
  const { transact, media } = deps;
  const portrait = address === '' ? undefined : await drawPortrait(deps, caller, address);
  const user = await transact(async (tx) => {
    if (portrait !== undefined) await media.keep(tx, portrait);
    const before = await changeAvatar(tx, caller.userId, portrait?.id ?? null);
    if (before !== null) await media.remove(tx, caller.userId, before);
    return await findUser(tx, caller.userId);
  });
  return await describeUser(deps, expectDefined(user, 'the user of a session'), caller.mode);
}

/** Draws the portrait; another user's picture is reported as not found. */
async function drawPortrait({ media }: Deps, { userId }: Caller, address: string) {
  const id = mediaIdOf(address) ?? refuseWith('not_found');
  const sent = await media.read(id);
  if (sent === undefined || sent.ownerId !== userId) return refuseWith('not_found');
  return await media.draw({ ownerId: userId, bytes: sent.bytes, mode: 'public', shape: 'square' });
}
