import { AsyncLocalStorage } from 'node:async_hooks';
import { Refusal } from '@app/base';
import { ResultUnknown } from '../db/transact.ts';

/** Progress of a request with an effect: nothing sent, sent to its executor, or certainly done. */
export type EffectProgress = { stage: 'before' | 'begun' | 'done' };

const current = new AsyncLocalStorage<EffectProgress>();

/** Marks the effect as begun; the executor calls it just before the effect could become durable. */
export const noteEffectBegun = (): void => note('begun');

/** Marks the effect as committed: from now on "nothing was changed" is wrong. */
export const noteEffectDone = (): void => note('done');

function note(stage: EffectProgress['stage']): void {
  const progress = current.getStore();
  if (progress !== undefined) progress.stage = stage;
}

/**
 * Runs the handler of a request with an effect. Any error after the effect may have happened becomes `ResultUnknown`:
 * the client keeps its key, retries, and gets the recorded answer.
 */
export async function trackEffect<Value>(work: () => Promise<Value>): Promise<Value> {
  const progress: EffectProgress = { stage: 'before' };
  try {
    return await current.run(progress, work);
  } catch (error) {
    const isDecision = error instanceof Refusal && progress.stage !== 'done';
    if (progress.stage === 'before' || isDecision) throw error;
    throw new ResultUnknown(error);
  }
}
