import { authSettings } from '@app/domain/auth';
import { refuseWith } from '../../../platform/http/accept.ts';
import type { AuthDeps } from '../auth-deps.ts';
import { stopClosing } from '../closing/request-closing.ts';
import { type Attempt, uncountAttempt } from '../code/count-attempt.ts';
import { startSession } from '../session/start-session.ts';
import { describeUser, type User } from './describe-user.ts';
import { notifyNewDevice } from './notify-new-device.ts';
import { proveBoundAuthenticator, takeBoundStep } from './prove-bound-authenticator.ts';
import { type Credentials, provePassword } from './prove-password.ts';
import { isPasswordStill, keepLanguage, type LoginRow } from './user.store.ts';

type Command = Credentials & {
  readonly googleCode?: string | undefined;
  readonly deviceKey?: string | undefined;
  readonly userAgent: string;
  readonly lang?: string;
};

/** Starts a session in real mode. */
export async function login(deps: AuthDeps, command: Command): Promise<{ token: string; user: User }> {
  const { user, attempt, uncount } = await provePassword(deps, command);
  if (user.frozen_at !== null) return await uncount().then(() => refuseWith('account_frozen'));
  const step = await proveBoundAuthenticator(deps, user.id, { code: command.googleCode, onMissing: uncount });
  const token = await open(deps, command, { user, step, attempt });
  return { token, user: await describeUser(deps, { ...user, closing_due_at: null }, 'real') };
}

type Proven = { readonly user: LoginRow; readonly step: bigint | undefined; readonly attempt: Attempt };

/**
 * Opens the session. Locks the compared password until the session exists, so that a new password ends the session,
 * whichever commits first.
 */
async function open(deps: AuthDeps, command: Command, { user, step, attempt }: Proven): Promise<string> {
  const { ip, userAgent, deviceKey, lang = 'en' } = command;
  const { value: limit } = await deps.settings.read(authSettings.deviceNotices);
  return await deps.transact(async (tx) => {
    await stopClosing(tx, deps, { ...user, lang: user.lang ?? lang });
    await takeBoundStep(tx, user.id, step);
    if (!(await isPasswordStill(tx, user))) return refuseWith('login_failed');
    const { token, isNewDevice } = await startSession(tx, deps, {
      userId: user.id,
      mode: 'real',
      ip,
      userAgent,
      deviceKey,
    });
    if (isNewDevice)
      await notifyNewDevice(tx, deps, { owner: { ...user, lang: user.lang ?? lang }, userAgent, ip, limit });
    if (user.lang === null) await keepLanguage(tx, user.id, command.lang);
    await uncountAttempt(tx, attempt);
    return token;
  });
}
