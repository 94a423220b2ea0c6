import type { Trial } from '../trial/trial.ts';
import { CONTRACT_RIG } from './contract/rig.ts';
import { runRig } from './engines/run-rig.ts';

/**
 * TT-08 and TT-09 for contracts: the engine on real services with faults injected everywhere, while prices liquidate,
 * stop and fill. Sabotaged builds must be detected.
 */
export const contractTorture: Trial = {
  name: 'contract',
  claim:
    'no acknowledged order is lost or done twice, and every liquidation, stop, limit and close happens once, at the very tick of its rule and to the last digit, whatever dies',
  touches: [
    'apps/server/src/engine/',
    'apps/server/src/modules/contract/',
    'apps/server/src/modules/ledger/',
    'apps/server/src/modules/proof/',
    'apps/server/src/platform/',
    'packages/domain/src/contract/',
    'packages/verifier/src/',
  ],
  seconds: 90,
  isMoney: true,
  rig: 'engine',
  run: runRig(CONTRACT_RIG),
};
