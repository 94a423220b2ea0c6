import { expectDefined } from '@app/base';
import { authSettings } from '@app/domain/auth';
import type { Input, Output } from '@app/protocol';
import { type getAuthenticator, bindAuthenticator as route } from '@app/protocol/auth';
import { publishSessionsEnded } from '../../../platform/bus/session-events.ts';
import { refuseWith } from '../../../platform/http/accept.ts';
import type { Caller } from '../../../platform/http/caller.ts';
import { readHold } from '../account/security-hold.ts';
import { findUser, holdWithdrawals } from '../account/user.store.ts';
import type { AuthDeps } from '../auth-deps.ts';
import { securityMail } from '../code/mails.ts';
import { endSessionsOf } from '../session/session.store.ts';
import { consumeProof, proveAction } from '../step-up/step-up.ts';
import { bind, findAuthenticator, insertAuthenticator } from './authenticator.store.ts';
import { hasAuthenticator, openKey, provePendingCode, sealKey } from './google-code.ts';
import { authenticatorUri, makeAuthenticatorKey } from './totp.ts';

/**
 * Returns a new key to add to an app, different on every call, so that an earlier caller with a stolen session does not
 * have the key that will be bound. Once bound, the key is never shown again.
 */
export async function readAuthenticator(
  deps: AuthDeps,
  { userId }: Pick<Caller, 'userId'>,
): Promise<Output<typeof getAuthenticator>> {
  const row = await makeAuthenticator(deps, userId);
  if (row.bound_at !== null) return { key: '', uri: '', bound_at: row.bound_at.getTime() };
  const user = expectDefined(await deps.transact((tx) => findUser(tx, userId)), 'the user of a session');
  const key = openKey(deps, userId, row);
  return { key, uri: authenticatorUri(user.account, key), bound_at: null };
}

async function makeAuthenticator(deps: AuthDeps, userId: bigint) {
  const { value: characters } = await deps.settings.read(authSettings.authenticatorKeyLength);
  const sealed = sealKey(deps, userId, makeAuthenticatorKey(characters));
  const row = await deps.transact(async (tx) => {
    await insertAuthenticator(tx, userId, sealed);
    return await findAuthenticator(tx, userId);
  });
  return expectDefined(row, 'the authenticator just made');
}

type Command = { readonly input: Input<typeof route>; readonly lang: string };

/** Binds the authenticator whose key was shown. Its code proves the app; step-up proves the person and runs first. */
export async function bindAuthenticator(
  deps: AuthDeps,
  caller: Caller,
  { input, lang }: Command,
): Promise<Record<never, never>> {
  const { userId } = caller;
  if (await deps.transact((tx) => hasAuthenticator(tx, userId))) return refuseWith('authenticator_bound');
  const proof = await proveAction(deps, caller, { route, input, inline: { code: input.code } });
  const shown = await provePendingCode(deps, userId, input.google_code);
  const { seconds, hours } = await readHold(deps);
  const ended = await deps.transact(async (tx) => {
    await consumeProof(tx, proof);
    if (!(await bind(tx, userId, shown))) return refuseWith('authenticator_bound');
    const user = expectDefined(await findUser(tx, userId), 'the user of a session');
    await holdWithdrawals(tx, userId, seconds);
    await securityMail(tx, deps, { ...user, lang: user.lang ?? lang }, 'security_authenticator', { hours });
    return await endSessionsOf(tx, userId, caller.sessionId);
  });
  publishSessionsEnded(deps.bus, ended);
  return {};
}
