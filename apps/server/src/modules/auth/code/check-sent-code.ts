import { authSettings, type Channel, canonicalAccount } from '@app/domain/auth';
import type { VisitorPurpose } from '@app/protocol';
import { accept } from '../../../platform/http/accept.ts';
import type { AuthDeps } from '../auth-deps.ts';
import { boundToRequest } from '../secrets.ts';
import { countAttempt } from './count-attempt.ts';
import { tryCode } from './try-code.ts';

type Command = {
  readonly account: string;
  readonly channel: Channel;
  readonly areaCode: string | undefined;
  readonly purpose: VisitorPurpose;
  readonly code: string;
  /** Id of the password reset's code request. */
  readonly request?: string | undefined;
  readonly ip: string;
};

/** Reports whether a code is right before the next step. The code stays usable, and this counts as one of its tries. */
export async function checkSentCode(deps: AuthDeps, command: Command): Promise<{ ok: true }> {
  const { purpose, code, ip, request } = command;
  const account = accept(canonicalAccount(command.account, command.channel, command.areaCode));
  await countAttempt(deps, { action: 'try', account, ip }, authSettings.codeTryLimits);
  const boundTo = purpose === 'forget' ? boundToRequest(account, request) : account;
  await tryCode(deps, { account: boundTo, purpose, code }, 'visitor');
  return { ok: true };
}
