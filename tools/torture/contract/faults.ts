import type { FaultGroup } from '../engines/fault-groups.ts';
import { BATCH_POINTS, FAULTS_BY_NAME } from '../engines/faults.ts';
import { lockingFaults } from '../engines/lock-accounts.ts';

export const FAULTS = { ...FAULTS_BY_NAME, ...lockingFaults('contract') };

const NAMED = 6;

/**
 * Faults by kind, with the number of injections in the long form. The short form has few of those of the engine, which
 * every product's rig has: that of spot draws from each kind.
 */
export const GROUPS: readonly FaultGroup[] = [
  { short: 1, long: Object.fromEntries(BATCH_POINTS.map((point) => [`engine ${point}`, NAMED])) },
  {
    short: 1,
    long: {
      'answer of COMMIT lost': NAMED,
      'engine during COMMIT': NAMED,
      'engine reloading': NAMED,
      'engine at random': 20,
      'clean stop': 3,
      'owner paused inside': 8,
      'engines fighting': 4,
    },
  },
  { short: 1, long: { PostgreSQL: 10, NATS: 8 } },
  { short: 1, long: { 'accounts locked': 6, 'accounts locked and engine killed': 10 } },
];
