import { expectDefined } from '@app/base';
import { checkTradePassword } from '@app/domain/auth';
import type { Input } from '@app/protocol';
import { setTradePassword as route } from '@app/protocol/auth';
import { accept } from '../../../platform/http/accept.ts';
import type { Caller } from '../../../platform/http/caller.ts';
import { readHold } from '../account/security-hold.ts';
import { changeTradePassword, findUser, holdWithdrawals } from '../account/user.store.ts';
import type { AuthDeps } from '../auth-deps.ts';
import { securityMail } from '../code/mails.ts';
import { consumeProof, proveAction } from '../step-up/step-up.ts';
import { sealTradePassword } from './trade-password-hash.ts';

type Command = { readonly input: Input<typeof route>; readonly lang: string };

/** Sets or changes the trade password. A change holds withdrawals; setting the first does not. */
export async function setTradePassword(
  deps: AuthDeps,
  caller: Caller,
  { input, lang }: Command,
): Promise<Record<never, never>> {
  const { userId } = caller;
  const digits = accept(checkTradePassword(input.password, input.re_password));
  const inline = { code: input.code, googleCode: input.google_code };
  const proof = await proveAction(deps, caller, { route, input, inline });
  const sealed = await sealTradePassword(deps, userId, digits);
  const { seconds, hours } = await readHold(deps);
  await deps.transact(async (tx) => {
    await consumeProof(tx, proof);
    const user = expectDefined(await findUser(tx, userId), 'the user of a session');
    const owner = { ...user, lang: user.lang ?? lang };
    const isReplaced = await changeTradePassword(tx, userId, sealed);
    if (!isReplaced) return await securityMail(tx, deps, owner, 'security_trade_password_set');
    await holdWithdrawals(tx, userId, seconds);
    await securityMail(tx, deps, owner, 'security_trade_password', { hours });
  });
  return {};
}
