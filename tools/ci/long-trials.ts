import { BENCHES } from '../bench/trials.ts';
import { PROOFS } from '../proof/trials.ts';
import { TORTURE } from '../torture/trials.ts';
import type { Entry } from '../trial/trial.ts';

/** All trials, which a full run runs in their long forms with their real aims, one at a time, because most of them measure. */
export const LONG: readonly Entry[] = [
  ...TORTURE.map((trial) => ({ kind: 'torture', trial }) as const),
  ...PROOFS.map((trial) => ({ kind: 'proof', trial }) as const),
  ...BENCHES.map((trial) => ({ kind: 'bench', trial }) as const),
];
