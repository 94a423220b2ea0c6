import type { Trial } from '../trial/trial.ts';
import { runRig } from './engines/run-rig.ts';
import { SECONDS_RIG } from './seconds/rig.ts';

/**
 * TT-13 for the engine: seconds options on real services with faults injected everywhere, while users bet and cancel.
 * Sabotaged builds must be detected.
 */
export const secondsTorture: Trial = {
  name: 'seconds',
  claim:
    'no acknowledged bet is lost or accepted twice, and each ends once, at the ticks, with the result and for the money that a slow replay of the sealed prices says, whatever dies',
  touches: [
    'apps/server/src/engine/',
    'apps/server/src/modules/seconds/',
    'apps/server/src/modules/ledger/',
    'apps/server/src/modules/proof/',
    'apps/server/src/platform/',
    'packages/domain/src/seconds/',
    'packages/verifier/src/',
  ],
  seconds: 90,
  isMoney: true,
  rig: 'engine',
  run: runRig(SECONDS_RIG),
};
