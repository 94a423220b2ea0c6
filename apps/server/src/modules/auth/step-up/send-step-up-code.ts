import { expectDefined } from '@app/base';
import type { Channel } from '@app/domain/auth';
import { refuseWith } from '../../../platform/http/accept.ts';
import type { Caller } from '../../../platform/http/caller.ts';
import { MAIL_SUBJECT } from '../../notify/index.ts';
import { findUser } from '../account/user.store.ts';
import type { AuthDeps } from '../auth-deps.ts';
import { insertCode } from '../code/code.store.ts';
import { countSending, issueCode } from '../code/issue-code.ts';
import { queueCode } from '../code/mails.ts';
import { findChallenge } from './open-challenge.ts';
import type { Owned } from './step-up.store.ts';

const PURPOSE = 'step_up';

/** Returns what a challenge's code is bound to; it is invalid for anything else. */
export const codeOf = ({ id }: Pick<Owned, 'id'>) => ({ account: `challenge:${id}`, purpose: PURPOSE });

type Command = { readonly challenge: bigint; readonly channel: Channel; readonly ip: string; readonly lang: string };

/**
 * Sends a code to the caller's address or phone. Counted per user, so that a stranger cannot use up the codes of the
 * next minutes; the daily limit is per mailbox or phone.
 */
export async function sendStepUpCode(
  deps: AuthDeps,
  { userId, sessionId }: Caller,
  { challenge, channel, ip, lang }: Command,
): Promise<{ sent: true }> {
  const owned = { id: challenge, userId, sessionId };
  const { user, needed, purpose } = await deps.transact(async (tx) => ({
    ...(await findChallenge(tx, owned)),
    user: expectDefined(await findUser(tx, userId), 'the user of a session'),
  }));
  const { [channel]: to } = user;
  if (to === null || !needed.flat().includes('code')) return refuseWith('parameter_error');
  await countSending(deps, { channel, account: `user:${userId}`, recipient: to, ip });
  const { row, shown } = await issueCode(deps, codeOf(owned));
  await deps.transact(async (tx) => {
    await insertCode(tx, row);
    const addressee = { to, channel, lang: user.lang ?? lang, phrase: user.phrase };
    await queueCode(tx, addressee, { purpose, code: shown });
  });
  deps.bus.publish(MAIL_SUBJECT, {});
  return { sent: true };
}
