import type { Input } from '@app/protocol';
import type { proveStepUp as route } from '@app/protocol/auth';
import { refuseWith } from '../../../platform/http/accept.ts';
import type { Caller } from '../../../platform/http/caller.ts';
import type { AuthDeps } from '../auth-deps.ts';
import { findChallenge } from './open-challenge.ts';
import { codeOf } from './send-step-up-code.ts';
import { compareFactors, takeFactors } from './show-factors.ts';
import { describeProgress, type Progress } from './start-step-up.ts';
import { addProven } from './step-up.store.ts';

/** Proves factors for a challenge. Either all are right and consumed with it, or nothing was proven. */
export async function proveStepUp(
  deps: AuthDeps,
  { userId, sessionId }: Caller,
  input: Input<typeof route>,
): Promise<Progress> {
  const owned = { id: input.challenge, userId, sessionId };
  await deps.transact((tx) => findChallenge(tx, owned));
  const { code, credential, trade_password, google_code } = input;
  const shown = await compareFactors(deps, userId, {
    trade_password,
    google_code,
    code: code === undefined ? undefined : { ...codeOf(owned), code },
    passkey: credential === undefined ? undefined : { credential, stepUpId: owned.id },
  });
  return await deps.transact(async (tx) => {
    await takeFactors(tx, shown);
    const { needed } = await findChallenge(tx, owned);
    const row = (await addProven(tx, owned, [...shown.proven])) ?? refuseWith('not_found');
    return describeProgress(row, needed);
  });
}
