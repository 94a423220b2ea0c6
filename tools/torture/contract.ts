import type { Trial } from '../trial/trial.ts';
import type { Report } from './contract/audit.ts';
import { runControls } from './contract/controls.ts';
import { runFaults } from './contract/fault-run.ts';
import { type FaultRun, runRig } from './engines/fault-run.ts';
import { list } from './rig.ts';

/** What must have happened in the run, or the claim says more than was tried. */
const ACTIVITIES = [
  ...['closed by user', 'closed by stop', 'closed by profit', 'closed by liquidation', 'closed by reverse'],
  'closed by delivery',
  ...['limits filled', 'part closes', 'shortfalls', 'nights', 'charges', 'margin changes'],
];

const describe = ({ positions, settlements, ticks, activity }: Report & FaultRun): string =>
  `${settlements} settlements of ${positions} positions at ${ticks} ticks (${list(activity)})`;

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
  run: runRig({ name: 'contract', runFaults, runControls, activities: ACTIVITIES, describe }),
};
