import { type Channel, canonicalAccount } from '@app/domain/auth';
import { accept } from '../../../platform/accept.ts';
import { MAIL_SUBJECT } from '../../notify/index.ts';
import { findForLogin } from '../account/user.store.ts';
import type { AuthDeps } from '../auth-deps.ts';
import { boundToRequest, makeCodeRequest } from '../secrets.ts';
import { insertCode } from './code.store.ts';
import { countSending } from './count-sending.ts';
import { issueCode } from './issue-code.ts';
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
 * Sends a code, or a notice where a code would be wrong: for a new account about one that exists, or for anything else
 * about one that does not. Both ways write one code and one message, so neither the answer nor its time tells which.
 * The owner's chosen language wins over that of the call, which anybody may have made.
 */
export async function sendCode(deps: AuthDeps, command: Command): Promise<{ sent: true; request?: string }> {
  const { channel, purpose, ip, lang } = command;
  const account = accept(canonicalAccount(command.to, channel, command.areaCode));
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

/** A number that somebody wants to bind is as new as one that somebody registers with. */
const isForNewAccount = ({ purpose, channel }: Command) =>
  purpose === 'register' || (purpose === 'mobile' && channel === 'mobile');
