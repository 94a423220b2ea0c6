import { type Channel, canonicalAccount, canonicalNewAccount } from '@app/domain/auth';
import { accept } from '../../../platform/http/accept.ts';
import { MAIL_SUBJECT } from '../../notify/index.ts';
import { findForLogin } from '../account/user.store.ts';
import type { AuthDeps } from '../auth-deps.ts';
import { boundToRequest, makeCodeRequest } from '../secrets.ts';
import { insertCode } from './code.store.ts';
import { countSending, issueCode } from './issue-code.ts';
import { type Purpose, queueCodeOrNotice } from './mails.ts';

type Command = {
  readonly to: string;
  readonly channel: Channel;
  readonly areaCode?: string | undefined;
  readonly purpose: Purpose;
  readonly ip: string;
  readonly lang: string;
};

/**
 * Sends a code, or a notice where a code would be wrong: registering an account that exists, or any other purpose for
 * one that does not. Both paths write one code and one message, so neither the response nor its timing reveals which.
 * The owner's chosen language overrides that of the call, which any caller may have made.
 */
export async function sendCode(deps: AuthDeps, command: Command): Promise<{ sent: true; request?: string }> {
  const { channel, purpose, ip, lang } = command;
  const nameAccount = isForNewAccount(command) ? canonicalNewAccount : canonicalAccount;
  const account = accept(nameAccount(command.to, channel, command.areaCode));
  await countSending(deps, { channel, account, recipient: account, ip });
  const request = purpose === 'forget' ? makeCodeRequest() : undefined;
  const boundTo = request === undefined ? account : boundToRequest(account, request);
  const { row, shown } = await issueCode(deps, { account: boundTo, purpose });
  await deps.transact(async (tx) => {
    const user = await findForLogin(tx, account, channel);
    await insertCode(tx, row);
    const addressee = { to: account, channel, lang: user?.lang ?? lang, phrase: user?.phrase ?? null };
    const isKnown = user !== undefined;
    const isCode = isKnown !== isForNewAccount(command);
    await queueCodeOrNotice(tx, addressee, { purpose, code: shown, isCode, isKnown });
  });
  deps.bus.publish(MAIL_SUBJECT, {});
  return { sent: true, ...(request !== undefined && { request }) };
}

/** Returns whether the purpose expects an unused account. Binding a number does, like registering with it. */
const isForNewAccount = ({ purpose, channel }: Command) =>
  purpose === 'register' || (purpose === 'mobile' && channel === 'mobile');
