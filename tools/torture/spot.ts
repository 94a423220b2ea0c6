import type { Trial } from '../trial/trial.ts';
import { runRig } from './engines/run-rig.ts';
import { SPOT_RIG } from './spot/rig.ts';

/**
 * TT-03 to TT-06 for spot: the engine on real services with faults injected everywhere. Sabotaged builds must be
 * detected.
 */
export const spotTorture: Trial = {
  name: 'spot',
  claim:
    'no acknowledged order of any kind is lost, done twice or changed, and none is passed in the queue, whatever dies',
  touches: [
    'apps/server/src/engine/',
    'apps/server/src/modules/spot/',
    'apps/server/src/modules/ledger/',
    'apps/server/src/modules/proof/',
    'apps/server/src/platform/',
    'packages/matching/',
    'packages/domain/src/spot/',
  ],
  seconds: 70,
  isMoney: true,
  rig: 'engine',
  run: runRig(SPOT_RIG),
};
