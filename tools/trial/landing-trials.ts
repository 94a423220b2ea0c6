import { PROOFS } from '../proof/trials.ts';
import { TORTURE } from '../torture/trials.ts';
import type { Entry } from './trial.ts';

/** Trials in the tiers that share one stack. */
const ON_SHARED_STACK: readonly string[] = ['api', 'weight'];

/** Trials a landing may run: torture rigs and proofs in one queue, without figures. */
export const LANDING: readonly Entry[] = [
  ...TORTURE.map((trial) => ({ kind: 'torture', trial }) as const),
  ...PROOFS.map((trial) => ({ kind: 'proof', trial }) as const),
].filter(({ trial }) => !trial.isFigure && !ON_SHARED_STACK.includes(trial.name));
