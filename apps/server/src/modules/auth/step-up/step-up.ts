import { expectDefined } from '@app/base';
import { checkProven, type Enrolled, factorsNeeded, type NeededFactors, type StepUpPolicy } from '@app/domain/auth';
import type { Route } from '@app/protocol';
import type { Reader, Tx } from '../../../platform/db/database.ts';
import { accept, refuseWith } from '../../../platform/http/accept.ts';
import type { Caller } from '../../../platform/http/caller.ts';
import { findTradePassword } from '../account/user.store.ts';
import type { AuthDeps } from '../auth-deps.ts';
import { hasAuthenticator } from '../factor/google-code.ts';
import { countPasskeys } from '../factor/passkey.store.ts';
import { digestOf, nameOf } from './digest.ts';
import { type Inline, proveInline } from './prove-inline.ts';
import { type ShownFactors, takeFactors } from './show-factors.ts';
import { type Bound, consumeChallenge, findChallenge } from './step-up.store.ts';

/** Action that requires step-up, with the factors sent in the call itself. */
export type Action = {
  readonly route: Route;
  readonly input: { readonly challenge?: bigint | undefined };
  readonly inline: Inline;
};

/** Proof of a user for one action; without effect until the action's transaction consumes it. */
export type Proof = { readonly userId: bigint; readonly policy: StepUpPolicy } & (
  | { readonly challenge: Bound }
  | { readonly shown: ShownFactors }
);

/**
 * Proves the caller before an action: by a challenge proven for exactly this action, or by the factors in the call.
 * Runs outside the action's transaction, because it hashes and because every try must be counted permanently.
 */
export async function proveAction(deps: AuthDeps, caller: Caller, action: Action): Promise<Proof> {
  const { userId } = caller;
  const { policy, codePurpose } = expectDefined(action.route.stepUp, `the step-up of ${action.route.path}`);
  const needed = await deps.transact((tx) => readNeeded(tx, policy, userId));
  const { challenge: id } = action.input;
  if (id === undefined) {
    const shown = await proveInline(deps, { userId, needed, codePurpose }, action.inline);
    return { userId, policy, shown };
  }
  const { route, input } = action;
  const challenge = { id, userId, sessionId: caller.sessionId, action: nameOf(route), digest: digestOf(route, input) };
  const row = (await deps.transact((tx) => findChallenge(tx, challenge))) ?? refuseWith('step_up_required');
  accept(checkProven(needed, new Set(row.proven)));
  return { userId, policy, challenge };
}

/** Consumes the proof, first thing in the action's transaction. Of many actions with one proof, one executes. */
export async function consumeProof(tx: Tx, proof: Proof): Promise<void> {
  // The user's factors may have changed meanwhile: once an authenticator is bound, a mailed code no longer suffices.
  const needed = await readNeeded(tx, proof.policy, proof.userId);
  if ('challenge' in proof) {
    const used = (await consumeChallenge(tx, proof.challenge)) ?? refuseWith('step_up_required');
    accept(checkProven(needed, new Set(used.proven)));
  } else {
    accept(checkProven(needed, proof.shown.proven));
    await takeFactors(tx, proof.shown);
  }
}

/** Returns the factors a user must prove under a policy. */
export async function readNeeded(tx: Reader, policy: StepUpPolicy, userId: bigint): Promise<NeededFactors> {
  return accept(factorsNeeded(policy, await readEnrolled(tx, userId)));
}

/** Returns which factors a user has set up and can be required to show. */
async function readEnrolled(tx: Reader, userId: bigint): Promise<Enrolled> {
  return {
    hasTradePassword: (await findTradePassword(tx, userId)) !== null,
    hasAuthenticator: await hasAuthenticator(tx, userId),
    hasPasskey: (await countPasskeys(tx, userId)) > 0,
  };
}
