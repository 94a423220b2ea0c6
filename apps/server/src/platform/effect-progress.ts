import { AsyncLocalStorage } from 'node:async_hooks';
import { Refusal } from '@app/base';
import { ResultUnknown } from './transact.ts';

/** How far a request with an effect has come: nothing sent, sent to whoever executes it, or certainly done. */
export type EffectProgress = { stage: 'before' | 'begun' | 'done'; readonly trace: string };

const current = new AsyncLocalStorage<EffectProgress>();

/** The trace id of the request whose effect runs, for whoever executes it elsewhere. */
export const effectTrace = (): string | undefined => current.getStore()?.trace;

/** Whoever executes an effect says so, just before it could begin to last. */
export const noteEffectBegun = (): void => note('begun');

/** Its transaction is committed: from now on "nothing was changed" is wrong. */
export const noteEffectDone = (): void => note('done');

function note(stage: EffectProgress['stage']): void {
  const progress = current.getStore();
  if (progress !== undefined) progress.stage = stage;
}

/**
 * Runs the handler of a request with an effect. What goes wrong after the effect may have happened is `ResultUnknown`, whatever
 * it was: the client keeps its key, asks again, and is answered from the record.
 */
export async function trackEffect<Value>(trace: string, work: () => Promise<Value>): Promise<Value> {
  const progress: EffectProgress = { stage: 'before', trace };
  try {
    return await current.run(progress, work);
  } catch (error) {
    const isDecision = error instanceof Refusal && progress.stage !== 'done';
    if (progress.stage === 'before' || isDecision) throw error;
    throw new ResultUnknown(error);
  }
}
