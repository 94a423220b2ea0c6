import { staffSettings } from '@app/domain/staff';
import type { Input, Output } from '@app/protocol';
import type { getLoginOptions, staffLogin as route } from '@app/protocol/staff';
import { now } from '../../../platform/db/clock.ts';
import { refuseWith } from '../../../platform/http/accept.ts';
import type { RequestInfo } from '../../../platform/http/serve.ts';
import { hashToken, loginOptions, makeLoginChallenge, makeToken } from '../../auth/index.ts';
import { noteAction } from '../../trail/index.ts';
import { findForLogin } from '../account/account.store.ts';
import { type ProvenFactor, proveCode, provePasskeyLogin } from '../account/prove-factor.ts';
import type { StaffDeps } from '../staff-deps.ts';
import { countTry } from './count-try.ts';
import { readDeviceKey } from './device-proof.ts';
import { insertSession } from './session.store.ts';

/** Returns the browser's options for signing in with a passkey. Nothing is stored, and nobody is named. */
export async function startLogin(deps: StaffDeps): Promise<Output<typeof getLoginOptions>> {
  const challenge = makeLoginChallenge(deps.keys, await now(deps.db));
  return { options: JSON.stringify(await loginOptions(deps, challenge)) };
}

/** Starts a session of one device: password, and a passkey or an authenticator code. */
export async function loginStaff(
  deps: StaffDeps,
  input: Input<typeof route>,
  { ip, userAgent }: Pick<RequestInfo, 'ip' | 'userAgent'>,
): Promise<Output<typeof route>> {
  const email = input.email.trim().toLowerCase();
  await countTry(deps, `login:address:${ip}`);
  await countTry(deps, `login:account:${email}`);
  const account = await findForLogin(deps.db, email);
  const isRight = await deps.passwords.matches(input.password, account?.password_hash ?? undefined);
  if (account === undefined || !isRight || account.disabled_at !== null) return refuseWith('login_failed');
  const { id, name, roles } = account;
  const { factor, take } = await proveFactor(deps, id, input);
  const deviceKey = readDeviceKey(input.device_key) ?? refuseWith('parameter_error');
  const { value: seconds } = await deps.settings.read(staffSettings.sessionLength);
  const { value: idleSeconds } = await deps.settings.read(staffSettings.sessionIdle);
  const token = makeToken();
  const tokenHash = hashToken(token);
  const endsAt = await deps.transact(async (tx) => {
    await take(tx);
    const ends = await insertSession(tx, {
      staffId: id,
      tokenHash,
      deviceKey,
      factor,
      userAgent,
      seconds,
      idleSeconds,
    });
    await noteAction(tx, tokenHash, {
      action: 'session.started',
      subject: `staff:${id}`,
      details: { factor, userAgent },
    });
    return ends;
  });
  return { token, staff: { id, email, name, roles }, ends_at: endsAt.getTime(), idle_seconds: idleSeconds };
}

async function proveFactor(
  deps: StaffDeps,
  staffId: bigint,
  { code, credential }: Pick<Input<typeof route>, 'code' | 'credential'>,
): Promise<ProvenFactor> {
  if (credential !== undefined) return await provePasskeyLogin(deps, staffId, credential);
  return code === undefined ? refuseWith('google_code_required') : await proveCode(deps, staffId, code);
}
