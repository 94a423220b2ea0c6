import { expectDefined } from '@app/base';
import { canonicalNewAccount } from '@app/domain/auth';
import type { Input } from '@app/protocol';
import { bindMobile as route } from '@app/protocol/auth';
import { publishSessionsEnded } from '../../../platform/bus/session-events.ts';
import { accept, refuseWith } from '../../../platform/http/accept.ts';
import type { Caller } from '../../../platform/http/caller.ts';
import type { AuthDeps } from '../auth-deps.ts';
import { stopClosing } from '../closing/request-closing.ts';
import { takeCode } from '../code/code.store.ts';
import { securityMail } from '../code/mails.ts';
import { tryCode } from '../code/try-code.ts';
import { endSessionsOf } from '../session/session.store.ts';
import { consumeProof, proveAction } from '../step-up/step-up.ts';
import { readHold } from './security-hold.ts';
import { changeMobile, findUser, holdWithdrawals } from './user.store.ts';

type Command = { readonly input: Input<typeof route>; readonly lang: string };

/**
 * Binds or changes the phone number: the code proves the number, step-up proves the person. Step-up runs first, so that
 * a missing factor costs no try of the code.
 */
export async function bindMobile(
  deps: AuthDeps,
  caller: Caller,
  { input, lang }: Command,
): Promise<Record<never, never>> {
  const { userId } = caller;
  const mobile = accept(canonicalNewAccount(input.mobile, 'mobile', input.area_code));
  const proof = await proveAction(deps, caller, { route, input, inline: { googleCode: input.google_code } });
  const codeId = await tryCode(deps, { account: mobile, purpose: 'mobile', code: input.code }, userId);
  const { seconds, hours } = await readHold(deps);
  const ended = await deps.transact(async (tx) => {
    await consumeProof(tx, proof);
    if (!(await takeCode(tx, codeId))) return refuseWith('code_expired');
    const user = expectDefined(await findUser(tx, userId), 'the user of a session');
    // The caller holds the number, so this discloses nothing to a stranger.
    if (!(await changeMobile(tx, userId, mobile))) return refuseWith('mobile_in_use');
    await stopClosing(tx, deps, { ...user, lang: user.lang ?? lang }); // Its hash would be of the former number.
    await holdWithdrawals(tx, userId, seconds);
    await securityMail(tx, deps, { ...user, lang: user.lang ?? lang }, 'security_mobile', { hours });
    return await endSessionsOf(tx, userId, caller.sessionId);
  });
  publishSessionsEnded(deps.bus, ended);
  return {};
}
