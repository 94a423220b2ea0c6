import { expectDefined } from '@app/base';
import { authSettings } from '@app/domain/auth';
import type { Input, Output } from '@app/protocol';
import { type addPasskey as addRoute, startPasskey as startRoute } from '@app/protocol/auth';
import type { RegistrationResponseJSON } from '@simplewebauthn/server';
import { refuseWith } from '../../../platform/http/accept.ts';
import type { Caller } from '../../../platform/http/caller.ts';
import { readHold } from '../account/security-hold.ts';
import { findUser, holdWithdrawals, lockUser } from '../account/user.store.ts';
import type { AuthDeps } from '../auth-deps.ts';
import { securityMail } from '../code/mails.ts';
import { consumeProof, proveAction } from '../step-up/step-up.ts';
import { describePasskey } from './describe-passkey.ts';
import { insertPasskey, listPasskeys, type NewPasskey } from './passkey.store.ts';
import { insertChallenge, takeChallenge } from './passkey-challenge.store.ts';
import { readCredential } from './read-credential.ts';
import { CEREMONY_SECONDS, creationOptions, verifyCreated } from './webauthn.ts';

/**
 * Returns the browser's options for creating a passkey. Step-up is required here, so that a stolen session cannot add a
 * passkey.
 */
export async function startPasskey(
  deps: AuthDeps,
  caller: Caller,
  input: Input<typeof startRoute>,
): Promise<Output<typeof startRoute>> {
  const { userId } = caller;
  const inline = { code: input.code, googleCode: input.google_code };
  const proof = await proveAction(deps, caller, { route: startRoute, input, inline });
  const { user, known } = await deps.transact(async (tx) => ({
    user: expectDefined(await findUser(tx, userId), 'the user of a session'),
    known: await listPasskeys(tx, userId),
  }));
  refuseMany(known.length, await readMaximum(deps));
  const options = await creationOptions(deps, user, known);
  await deps.transact(async (tx) => {
    await consumeProof(tx, proof);
    const { challenge } = options;
    await insertChallenge(tx, { purpose: 'add', userId }, { challenge, lifetimeSeconds: CEREMONY_SECONDS });
  });
  return { options: JSON.stringify(options) };
}

type Command = { readonly input: Input<typeof addRoute>; readonly lang: string };

/** Stores a passkey created by the browser, for the user whose session requested it. */
export async function addPasskey(
  deps: AuthDeps,
  { userId }: Pick<Caller, 'userId'>,
  { input, lang }: Command,
): Promise<Output<typeof addRoute>> {
  const { name } = input;
  const made = await verifyAnswer(deps, userId, input.credential);
  const maximum = await readMaximum(deps);
  const { seconds } = await readHold(deps);
  return await deps.transact(async (tx) => {
    await lockUser(tx, userId);
    refuseMany((await listPasskeys(tx, userId)).length, maximum);
    const row = await insertPasskey(tx, { ...made, id: deps.nextId(), userId, name });
    if (row === undefined) return refuseWith('passkey_failed');
    const user = expectDefined(await findUser(tx, userId), 'the user of a session');
    await holdWithdrawals(tx, userId, seconds); // It now replaces password and authenticator.
    await securityMail(tx, deps, { ...user, lang: user.lang ?? lang }, 'security_passkey_added', { name });
    return describePasskey(row);
  });
}

type Made = Omit<NewPasskey, 'id' | 'userId' | 'name'>;

async function verifyAnswer(deps: AuthDeps, userId: bigint, text: string): Promise<Made> {
  const { credential, challenge } = readCredential(text);
  const isRequested = await deps.transact((tx) => takeChallenge(tx, { purpose: 'add', userId }, challenge));
  if (!isRequested) return refuseWith('passkey_failed');
  const response = credential as unknown as RegistrationResponseJSON; // The library validates it.
  return (await verifyCreated(deps, response, challenge).catch(() => undefined)) ?? refuseWith('passkey_failed');
}

const readMaximum = async ({ settings }: AuthDeps) => (await settings.read(authSettings.passkeysMax)).value;

function refuseMany(count: number, maximum: number): void {
  if (count >= maximum) refuseWith('passkey_limit', { maximum: `${maximum}` });
}
