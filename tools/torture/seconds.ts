import type { Trial } from '../trial/trial.ts';
import { type FaultRun, runRig } from './engines/fault-run.ts';
import { list } from './rig.ts';
import type { Report } from './seconds/audit.ts';
import { runControls } from './seconds/controls.ts';
import { runFaults } from './seconds/fault-run.ts';

/** What must have happened in the run, or the claim says more than was tried. */
const ACTIVITIES = [
  ...['profit', 'loss', 'flat', 'void', 'cancelled'],
  ...['void without an exit tick', 'void without an entry tick', 'cancels too late', 'versions of terms', 'fundings'],
];

const describe = ({ bets, settlements, ticks, activity }: Report & FaultRun): string =>
  `${settlements} settlements of ${bets} bets at ${ticks} ticks (${list(activity)})`;

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
  run: runRig({ name: 'seconds', runFaults, runControls, activities: ACTIVITIES, describe }),
};
