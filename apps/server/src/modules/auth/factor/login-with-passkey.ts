import { createHash } from 'node:crypto';
import { given } from '@app/base';
import { authSettings } from '@app/domain/auth';
import { refuseWith } from '../../../platform/accept.ts';
import { describeUser, type User } from '../account/describe-user.ts';
import { tellNewDevice } from '../account/tell-new-device.ts';
import { findUser } from '../account/user.store.ts';
import type { AuthDeps } from '../auth-deps.ts';
import { type Attempt, countAttempt, giveBack } from '../code/count-attempt.ts';
import { startSession } from '../session/start-session.ts';
import { insertChallenge } from './passkey-challenge.store.ts';
import { provePasskey, type ShownPasskey, takePasskey } from './prove-passkey.ts';
import { readCredential } from './read-credential.ts';
import { CEREMONY_SECONDS, requestOptions } from './webauthn.ts';

type Command = {
  readonly credential: string;
  readonly deviceKey: string | undefined;
  readonly ip: string;
  readonly userAgent: string;
  readonly lang: string;
};

/** What the browser needs to sign in: it names nobody, the passkey does. */
export async function startPasskeyLogin(deps: Pick<AuthDeps, 'transact' | 'publicUrl'>): Promise<{ options: string }> {
  const options = await requestOptions(deps);
  const { challenge } = options;
  await deps.transact((tx) =>
    insertChallenge(tx, { purpose: 'login' }, { challenge, lifetimeSeconds: CEREMONY_SECONDS }),
  );
  return { options: JSON.stringify(options) };
}

/** Starts a session in the real book: what the device holds and how it was opened stand for both steps of a login. */
export async function loginWithPasskey(deps: AuthDeps, command: Command): Promise<{ token: string; user: User }> {
  const attempt = { action: 'login', account: counted(command.credential), ip: command.ip } as const;
  await countAttempt(deps, attempt, authSettings.loginLimits);
  const shown = await provePasskey(deps, { purpose: 'login', credential: command.credential });
  return await open(deps, command, { shown, attempt });
}

/** Whose account it is, is not known yet: failures count for the credential, whose name may be long. */
const counted = (text: string) => {
  const { id } = readCredential(text).credential;
  return `passkey:${createHash('sha256').update(id).digest('base64url')}`;
};

type Proven = { readonly shown: ShownPasskey; readonly attempt: Attempt };

async function open(deps: AuthDeps, command: Command, { shown, attempt }: Proven) {
  const { ip, userAgent, deviceKey, lang } = command;
  const { userId } = shown;
  const { value: limit } = await deps.settings.read(authSettings.deviceNotices);
  return await deps.transact(async (tx) => {
    await takePasskey(tx, shown);
    const user = given(await findUser(tx, userId), 'the owner of a passkey');
    if (user.frozen_at !== null) return refuseWith('account_frozen');
    const { token, isNewDevice } = await startSession(tx, deps, { userId, book: 'real', ip, userAgent, deviceKey });
    if (isNewDevice)
      await tellNewDevice(tx, deps, { owner: { ...user, lang: user.lang ?? lang }, userAgent, ip, limit });
    await giveBack(tx, attempt);
    return { token, user: await describeUser(deps, user, 'real') };
  });
}
