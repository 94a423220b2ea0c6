import { expectDefined } from '@app/base';
import type { Input } from '@app/protocol';
import { setPhrase as route } from '@app/protocol/auth';
import type { Caller } from '../../../platform/http/caller.ts';
import { changePhrase, findUser } from '../account/user.store.ts';
import type { AuthDeps } from '../auth-deps.ts';
import { securityMail } from '../code/mails.ts';
import { consumeProof, proveAction } from '../step-up/step-up.ts';

type Command = { readonly input: Input<typeof route>; readonly lang: string };

/**
 * Sets the phrase that our messages contain. The message about the change still contains the old phrase, by which its
 * owner recognises it.
 */
export async function setPhrase(
  deps: AuthDeps,
  caller: Caller,
  { input, lang }: Command,
): Promise<Record<never, never>> {
  const { userId } = caller;
  const inline = { code: input.code, googleCode: input.google_code };
  const proof = await proveAction(deps, caller, { route, input, inline });
  await deps.transact(async (tx) => {
    await consumeProof(tx, proof);
    const user = expectDefined(await findUser(tx, userId), 'the user of a session');
    await changePhrase(tx, userId, input.phrase.trim() || null);
    await securityMail(tx, deps, { ...user, lang: user.lang ?? lang }, 'security_phrase');
  });
  return {};
}
