import { expectDefined } from '@app/base';
import type { Mode } from '@app/domain/ledger';
import { publishSessionsEnded } from '../../../platform/bus/session-events.ts';
import { refuseWith } from '../../../platform/http/accept.ts';
import type { Caller } from '../../../platform/http/caller.ts';
import { describeUser, type User } from '../account/describe-user.ts';
import { findUser } from '../account/user.store.ts';
import type { AuthDeps } from '../auth-deps.ts';
import { endSession } from '../session/session.store.ts';
import { startSession } from '../session/start-session.ts';

type Command = { readonly mode: Mode | undefined; readonly ip: string; readonly userAgent: string };

/** Ends this token and returns one for the other mode, in one transaction, so that exactly one always works. */
export async function changeAccount(
  deps: AuthDeps,
  { userId, sessionId, mode: current }: Caller,
  { ip, userAgent, mode = current === 'real' ? 'demo' : 'real' }: Command,
): Promise<{ token: string; user: User }> {
  const opened = await deps.transact(async (tx) => {
    const follows = (await endSession(tx, sessionId, userId)) ?? refuseWith('session_invalid');
    const { token } = await startSession(tx, deps, { userId, mode, ip, userAgent, follows });
    const user = expectDefined(await findUser(tx, userId), 'the user of a session');
    return { token, user: await describeUser(deps, user, mode) };
  });
  publishSessionsEnded(deps.bus, [sessionId]);
  return opened;
}
