import { type Account, authSettings, type Channel, canonicalAccount, checkPassword } from '@app/domain/auth';
import { publishSessionsEnded } from '../../../platform/bus/session-events.ts';
import { accept, refuseWith } from '../../../platform/http/accept.ts';
import type { AuthDeps } from '../auth-deps.ts';
import { giveTryBack, takeCode } from '../code/code.store.ts';
import { countAttempt } from '../code/count-attempt.ts';
import { tryCode } from '../code/try-code.ts';
import { boundToRequest } from '../secrets.ts';
import { proveBoundAuthenticator, takeBoundStep } from './prove-bound-authenticator.ts';
import { replacePassword } from './replace-password.ts';
import { readHold } from './security-hold.ts';
import { findForLogin } from './user.store.ts';

type Command = {
  readonly account: string;
  readonly channel: Channel;
  readonly areaCode: string | undefined;
  readonly password: string;
  readonly again: string;
  readonly code: string;
  /** Id of the code request this belongs to. */
  readonly request?: string | undefined;
  readonly googleCode: string | undefined;
  readonly ip: string;
  readonly lang: string;
};

/**
 * Sets a new password with a code, and with the authenticator where one is bound: a reset never removes it. An account
 * that does not exist has a code as well, which is never sent, so both cases fail alike, before any slow work.
 */
export async function forget(deps: AuthDeps, command: Command): Promise<Record<never, never>> {
  const { channel, password, again, ip, code, request } = command;
  const account = accept(canonicalAccount(command.account, channel, command.areaCode));
  const { value: lengthMin } = await deps.settings.read(authSettings.passwordLength);
  accept(checkPassword({ password, again, account }, lengthMin));
  await countAttempt(deps, { action: 'try', account, ip }, authSettings.codeTryLimits);
  const boundTo = boundToRequest(account, request);
  const codeId = await tryCode(deps, { account: boundTo, purpose: 'forget', code }, 'visitor');
  await reset(deps, command, { account, codeId });
  return {};
}

type Tried = { readonly account: Account; readonly codeId: bigint };

async function reset(deps: AuthDeps, command: Command, { account, codeId }: Tried): Promise<void> {
  const { channel, password, googleCode, lang } = command;
  // The code of a nonexistent account is never sent, so a correct one means the number has changed owner since.
  const user = (await deps.transact((tx) => findForLogin(tx, account, channel))) ?? refuseWith('code_wrong');
  const step = await proveBoundAuthenticator(deps, user.id, {
    code: googleCode,
    onMissing: () => deps.transact((tx) => giveTryBack(tx, codeId)), // Code was right; a missing factor is no guess.
  });
  const passwordHash = await deps.passwords.hash(password);
  const hold = await readHold(deps);
  const ended = await deps.transact(async (tx) => {
    if (!(await takeCode(tx, codeId))) return refuseWith('code_expired');
    await takeBoundStep(tx, user.id, step);
    return await replacePassword(tx, deps, { owner: { ...user, lang: user.lang ?? lang }, passwordHash, hold });
  });
  publishSessionsEnded(deps.bus, ended);
}
