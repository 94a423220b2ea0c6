import { createHash } from 'node:crypto';
import { expectDefined } from '@app/base';
import { type AttemptLimit, authSettings } from '@app/domain/auth';
import { now } from '../../../platform/db/clock.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { refuseWith } from '../../../platform/http/accept.ts';
import { describeUser, type User } from '../account/describe-user.ts';
import { notifyNewDevice } from '../account/notify-new-device.ts';
import { findUser, type UserRow } from '../account/user.store.ts';
import type { AuthDeps } from '../auth-deps.ts';
import { stopClosing } from '../closing/request-closing.ts';
import { type Attempt, countAttempt, uncountAttempt } from '../code/count-attempt.ts';
import { startSession } from '../session/start-session.ts';
import { makeLoginChallenge, readLoginChallenge } from './login-challenge.ts';
import type { PasskeyRow } from './passkey.store.ts';
import { useLoginChallenge } from './passkey-challenge.store.ts';
import { type ShownPasskey, takePasskey, verifyAnswer } from './prove-passkey.ts';
import { type ReadCredential, readCredential } from './read-credential.ts';
import { CEREMONY_SECONDS, handleOf, loginOptions } from './webauthn.ts';

type Command = {
  readonly credential: string;
  readonly deviceKey: string | undefined;
  readonly ip: string;
  readonly userAgent: string;
  readonly lang: string;
};

/** Returns the browser's options for signing in. They name no user; the passkey does. Nothing is stored. */
export async function startPasskeyLogin(
  deps: Pick<AuthDeps, 'db' | 'keys' | 'publicUrl'>,
): Promise<{ options: string }> {
  const challenge = makeLoginChallenge(deps.keys, await now(deps.db));
  return { options: JSON.stringify(await loginOptions(deps, challenge)) };
}

/** Starts a session in real mode: possession of the device and its user verification replace both steps of a login. */
export async function loginWithPasskey(deps: AuthDeps, command: Command): Promise<{ token: string; user: User }> {
  const answer = readCredential(command.credential);
  const attempt = { action: 'login', account: counted(answer), ip: command.ip } as const;
  await countAttempt(deps, attempt, authSettings.loginLimits);
  const { challenge, credential } = answer;
  const madeAt = readLoginChallenge(deps.keys, challenge) ?? refuseWith('passkey_failed');
  // The request named no user; the passkey identifies its owner.
  const isOwned = (passkey: PasskeyRow) => credential.response.userHandle === handleOf(passkey.user_id);
  const shown = await verifyAnswer(deps, answer, isOwned);
  return await open(deps, command, { shown, attempt, challenge, madeAt });
}

/**
 * Returns the counter name. The account is not known yet, so failures are counted per credential, whose id may be long
 * and is hashed.
 */
const counted = ({ credential: { id } }: ReadCredential) =>
  `passkey:${createHash('sha256').update(id).digest('base64url')}`;

type Proven = {
  readonly shown: ShownPasskey;
  readonly attempt: Attempt;
  readonly challenge: string;
  readonly madeAt: Date;
};

/** Opens the session. A frozen account is refused after the commit, so that its answer is consumed as well. */
async function open(deps: AuthDeps, command: Command, proven: Proven): Promise<{ token: string; user: User }> {
  const { value: limit } = await deps.settings.read(authSettings.deviceNotices);
  const opened = await deps.transact(async (tx) => {
    const user = await takeAnswer(tx, proven);
    return user.frozen_at === null ? await openSession(tx, deps, { command, proven, user, limit }) : undefined;
  });
  return opened ?? refuseWith('account_frozen');
}

/** Consumes the answer and returns its user. */
async function takeAnswer(tx: Tx, { shown, challenge, madeAt }: Proven): Promise<UserRow> {
  if (!(await useLoginChallenge(tx, { challenge, madeAt, lifetimeSeconds: CEREMONY_SECONDS })))
    return refuseWith('passkey_failed');
  await takePasskey(tx, shown);
  return expectDefined(await findUser(tx, shown.userId), 'the owner of a passkey');
}

type Opening = {
  readonly command: Command;
  readonly proven: Proven;
  readonly user: UserRow;
  readonly limit: AttemptLimit;
};

async function openSession(tx: Tx, deps: AuthDeps, { command, proven, user, limit }: Opening) {
  const { ip, userAgent, deviceKey, lang } = command;
  await stopClosing(tx, deps, { ...user, lang: user.lang ?? lang });
  const { token, isNewDevice } = await startSession(tx, deps, {
    userId: user.id,
    mode: 'real',
    ip,
    userAgent,
    deviceKey,
  });
  if (isNewDevice)
    await notifyNewDevice(tx, deps, { owner: { ...user, lang: user.lang ?? lang }, userAgent, ip, limit });
  await uncountAttempt(tx, proven.attempt);
  return { token, user: await describeUser(deps, { ...user, closing_due_at: null }, 'real') };
}
