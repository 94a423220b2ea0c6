import { expectDefined } from '@app/base';
import { type Account, authSettings, checkPassword } from '@app/domain/auth';
import type { Input, Output } from '@app/protocol';
import { updatePassword as route } from '@app/protocol/auth';
import { publishSessionsEnded } from '../../../platform/bus/session-events.ts';
import { accept, refuseWith } from '../../../platform/http/accept.ts';
import type { Caller } from '../../../platform/http/caller.ts';
import type { RequestInfo } from '../../../platform/http/serve.ts';
import type { AuthDeps } from '../auth-deps.ts';
import { endSession } from '../session/session.store.ts';
import { startSession } from '../session/start-session.ts';
import { consumeProof, proveAction } from '../step-up/step-up.ts';
import { describeUser } from './describe-user.ts';
import { replacePassword } from './replace-password.ts';
import { readHold } from './security-hold.ts';
import { findUser } from './user.store.ts';

type Command = { readonly input: Input<typeof route> } & Pick<RequestInfo, 'lang' | 'ip' | 'userAgent'>;

/**
 * Changes the login password of a user who has passed step-up. Every session ends, including this one, and a new one
 * replaces it, so that a stolen token stops working.
 */
export async function updatePassword(
  deps: AuthDeps,
  caller: Caller,
  { input, lang, ip, userAgent }: Command,
): Promise<Output<typeof route>> {
  const user = expectDefined(await deps.transact((tx) => findUser(tx, caller.userId)), 'the user of a session');
  const { value: lengthMin } = await deps.settings.read(authSettings.passwordLength);
  const account = user.account as Account; // As stored.
  const password = accept(checkPassword({ password: input.password, again: input.re_password, account }, lengthMin));
  const { code, google_code: googleCode } = input;
  const proof = await proveAction(deps, caller, { route, input, inline: { code, googleCode } });
  const passwordHash = await deps.passwords.hash(password);
  const hold = await readHold(deps);
  const { userId, sessionId, mode } = caller;
  const { token, ended } = await deps.transact(async (tx) => {
    await consumeProof(tx, proof);
    const follows = (await endSession(tx, sessionId, userId)) ?? refuseWith('session_invalid');
    const others = await replacePassword(tx, deps, { owner: { ...user, lang: user.lang ?? lang }, passwordHash, hold });
    const started = await startSession(tx, deps, { userId, mode, ip, userAgent, follows });
    return { token: started.token, ended: [sessionId, ...others] };
  });
  publishSessionsEnded(deps.bus, ended);
  return { token, user: await describeUser(deps, user, mode) };
}
