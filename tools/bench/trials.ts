import type { Trial } from '../trial/trial.ts';
import { fanoutBench } from './fanout.ts';
import { feedBench } from './feed.ts';
import { ledgerBench } from './ledger.ts';
import { listsBench } from './lists.ts';
import { matchingBench } from './matching.ts';
import { mediaBench } from './media.ts';
import { sessionsBench } from './sessions.ts';
import { spotBench } from './spot.ts';
import { tracingBench } from './tracing.ts';

/** All benchmarks, in the order in which they run. */
export const BENCHES: readonly Trial[] = [
  ledgerBench,
  feedBench,
  fanoutBench,
  matchingBench,
  spotBench,
  listsBench,
  mediaBench,
  tracingBench,
  sessionsBench,
];
