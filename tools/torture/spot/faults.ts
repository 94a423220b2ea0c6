import type { FaultGroup } from '../engines/fault-groups.ts';
import { BATCH_POINTS } from '../engines/faults.ts';

const NAMED = 5;

/** Faults by kind, with the number of injections in the long form. */
export const GROUPS: readonly FaultGroup[] = [
  { short: 1, long: Object.fromEntries(BATCH_POINTS.map((point) => [`engine ${point}`, NAMED])) },
  { short: 1, long: { 'answer of COMMIT lost': NAMED, 'engine during COMMIT': NAMED } },
  { short: 1, long: { 'engine reloading': NAMED, 'engine at random': 30, 'clean stop': 3 } },
  { short: 1, long: { 'owner paused inside': 10, 'engines fighting': 4 } },
  { short: 1, long: { PostgreSQL: 20 } },
  { short: 1, long: { NATS: 10 } },
];
