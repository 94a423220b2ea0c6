import { expectDefined } from '@app/base';
import type { Input } from '@app/protocol';
import { removePasskey as route } from '@app/protocol/auth';
import { refuseWith } from '../../../platform/http/accept.ts';
import type { Caller } from '../../../platform/http/caller.ts';
import { findUser } from '../account/user.store.ts';
import type { AuthDeps } from '../auth-deps.ts';
import { securityMail } from '../code/mails.ts';
import { consumeProof, proveAction } from '../step-up/step-up.ts';
import * as store from './passkey.store.ts';

type Command = { readonly input: Input<typeof route>; readonly lang: string };

/** Removes one of the caller's passkeys; another user's is reported as not found. */
export async function removePasskey(
  deps: AuthDeps,
  caller: Caller,
  { input, lang }: Command,
): Promise<Record<never, never>> {
  const { userId } = caller;
  const inline = { code: input.code, googleCode: input.google_code };
  const proof = await proveAction(deps, caller, { route, input, inline });
  return await deps.transact(async (tx) => {
    await consumeProof(tx, proof);
    const name = await store.removePasskey(tx, input.id, userId);
    if (name === undefined) return refuseWith('not_found');
    const user = expectDefined(await findUser(tx, userId), 'the user of a session');
    await securityMail(tx, deps, { ...user, lang: user.lang ?? lang }, 'security_passkey_removed', { name });
    return {};
  });
}
