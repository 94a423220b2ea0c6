import type { Trial } from '../trial/trial.ts';
import { bookBench } from './book.ts';
import { fanoutBench } from './fanout.ts';
import { feedBench } from './feed.ts';
import { ledgerBench } from './ledger.ts';
import { matchingBench } from './matching.ts';
import { screensBench } from './screens.ts';
import { spotBench } from './spot.ts';

/** All benchmarks, in the order in which they run. */
export const BENCHES: readonly Trial[] = [
  ledgerBench,
  feedBench,
  fanoutBench,
  screensBench,
  matchingBench,
  spotBench,
  bookBench,
];
