import { Refusal } from '@app/base';
import type { Tx } from '../../../platform/db/database.ts';
import { once, type Request, recall, refuseUnusableKey } from '../../../platform/db/idempotency.ts';
import type { Caller } from '../../../platform/http/caller.ts';
import type { AuthDeps } from '../auth-deps.ts';
import { contentOf, nameOf } from './digest.ts';
import { type Action, consumeProof, proveAction } from './step-up.ts';

/** Action that must execute once and requires step-up. */
export type KeyedAction = Action & { readonly caller: Caller; readonly key: string };

/**
 * Runs a proven effect once per key. A replay returns the first answer and requires no proof, because the first proof
 * is consumed. If proving fails, the first call may just have committed, so its answer is looked up again.
 */
export async function onceProven<Answer>(
  deps: AuthDeps,
  action: KeyedAction,
  effect: (tx: Tx) => Promise<Answer>,
): Promise<Answer> {
  refuseUnusableKey(action.key, Date.now());
  const request = requestOf(action);
  const recalled = () => deps.transact((tx) => recall<Answer>(tx, request));
  const known = await recalled();
  if (known !== undefined) return known.answer;
  try {
    return await proveAndRun(deps, { action, request }, effect);
  } catch (error) {
    const late = error instanceof Refusal ? await recalled() : undefined;
    if (late === undefined) throw error;
    return late.answer;
  }
}

type Keyed = { readonly action: KeyedAction; readonly request: Request };

async function proveAndRun<Answer>(
  deps: AuthDeps,
  { action, request }: Keyed,
  effect: (tx: Tx) => Promise<Answer>,
): Promise<Answer> {
  const proof = await proveAction(deps, action.caller, action);
  const { answer } = await once(deps.transact, request, async (tx) => {
    await consumeProof(tx, proof);
    return await effect(tx);
  });
  return answer;
}

/** Builds the idempotency request: two calls are the same if their content is, whatever their proof. */
const requestOf = ({ route, input, caller, key }: KeyedAction): Request => ({
  key,
  userId: caller.userId,
  route: nameOf(route),
  body: contentOf(route, input),
});
