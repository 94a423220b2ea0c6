import type { Trial } from '../trial/trial.ts';
import { clockBench } from './clock.ts';
import { contractBench } from './contract.ts';
import { depositsBench } from './deposits.ts';
import { exportsBench } from './exports.ts';
import { fanoutBench } from './fanout.ts';
import { feedBench } from './feed.ts';
import { framesBench } from './frames.ts';
import { ledgerBench } from './ledger.ts';
import { listsBench } from './lists.ts';
import { matchingBench } from './matching.ts';
import { ordersBench } from './orders.ts';
import { recordsBench } from './records.ts';
import { secondsBench } from './seconds.ts';
import { spotBench } from './spot.ts';
import { staffBench } from './staff.ts';
import { triggersBench } from './triggers.ts';
import { vitalsBench } from './vitals.ts';

/** All benchmarks, in the order in which they run. */
export const BENCHES: readonly Trial[] = [
  ledgerBench,
  feedBench,
  fanoutBench,
  matchingBench,
  triggersBench,
  spotBench,
  contractBench,
  secondsBench,
  ordersBench,
  listsBench,
  recordsBench,
  staffBench,
  exportsBench,
  depositsBench,
  clockBench,
  vitalsBench,
  framesBench,
];
