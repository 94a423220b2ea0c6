import { authSettings, type Channel, canonicalAccount } from '@app/domain/auth';
import { accept, refuseWith } from '../../platform/accept.ts';
import type { AuthDeps } from './auth-deps.ts';
import { countAttempt, giveBack } from './count-attempt.ts';
import { describeUser, type User } from './describe-user.ts';
import { isPassword } from './password-hash.ts';
import { startSession } from './start-session.ts';
import { findForLogin } from './user.store.ts';

type Command = {
  readonly account: string;
  readonly channel: Channel;
  readonly password: string;
  readonly ip: string;
  readonly userAgent: string;
};

/** Starts a session in the real book. Unknown account and wrong password are one answer and take one path. */
export async function login(deps: AuthDeps, command: Command): Promise<{ token: string; user: User }> {
  const { channel, password, ip, userAgent } = command;
  const account = accept(canonicalAccount(command.account, channel));
  const attempt = { action: 'login', account, ip } as const;
  await countAttempt(deps, attempt, authSettings.loginLimits);
  const user = await deps.transact((tx) => findForLogin(tx, account, channel));
  const isRight = await isPassword(password, user?.password_hash);
  if (user === undefined || !isRight) return refuseWith('login_failed');
  return await deps.transact(async (tx) => {
    await giveBack(tx, attempt);
    const token = await startSession(tx, deps, { userId: user.id, book: 'real', ip, userAgent });
    return { token, user: describeUser(user, 'real') };
  });
}
