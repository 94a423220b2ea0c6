import { given } from '@app/base';
import { type Account, authSettings, checkPassword } from '@app/domain/auth';
import type { Input } from '@app/protocol';
import { updatePassword as route } from '@app/protocol/auth';
import { accept } from '../../../platform/accept.ts';
import type { Caller } from '../../../platform/serve.ts';
import { tellSessionsEnded } from '../../../platform/session-hint.ts';
import type { AuthDeps } from '../auth-deps.ts';
import { consumeProof, proveAction } from '../step-up/step-up.ts';
import { hashPassword } from './password-hash.ts';
import { replacePassword } from './replace-password.ts';
import { readHold } from './security-hold.ts';
import { findUser } from './user.store.ts';

type Command = { readonly input: Input<typeof route>; readonly lang: string };

/** Changes the login password of somebody who has proven themselves, and ends every session but theirs. */
export async function updatePassword(
  deps: AuthDeps,
  caller: Caller,
  { input, lang }: Command,
): Promise<Record<never, never>> {
  const user = given(await deps.transact((tx) => findUser(tx, caller.userId)), 'the user of a session');
  const { value: lengthMin } = await deps.settings.read(authSettings.passwordLength);
  const account = user.account as Account; // As it is stored.
  const password = accept(checkPassword({ password: input.password, again: input.re_password, account }, lengthMin));
  const { code, google_code: googleCode } = input;
  const proof = await proveAction(deps, caller, { route, input, inline: { code, googleCode } });
  const passwordHash = await hashPassword(password);
  const hold = await readHold(deps);
  const ended = await deps.transact(async (tx) => {
    await consumeProof(tx, proof);
    const owner = { ...user, lang: user.lang ?? lang };
    return await replacePassword(tx, deps, { owner, passwordHash, hold, exceptSession: caller.sessionId });
  });
  tellSessionsEnded(deps.bus, ended);
  return {};
}
