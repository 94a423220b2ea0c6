import { Refusal } from '@app/base';
import type { Caller } from '../../../platform/caller.ts';
import type { Tx } from '../../../platform/database.ts';
import { once, type Request, recall, refuseUnusableKey } from '../../../platform/idempotency.ts';
import type { AuthDeps } from '../auth-deps.ts';
import { contentOf, nameOf } from './digest.ts';
import { type Action, consumeProof, proveAction } from './step-up.ts';

/** An action that must happen once and wants more than a session. */
export type KeyedAction = Action & { readonly caller: Caller; readonly key: string };

/**
 * Runs a proven effect once per key. A repetition is answered with the first answer and asked for nothing: what proved
 * the first is used up. Where proving fails, the first may just have committed, so its answer is looked for again.
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

/** Two calls are the same by what they say, whatever proves them. */
const requestOf = ({ route, input, caller, key }: KeyedAction): Request => ({
  key,
  userId: caller.userId,
  route: nameOf(route),
  body: contentOf(route, input),
});
