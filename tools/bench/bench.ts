import { runTrials } from '../trial/run-trials.ts';
import { bookBench } from './book.ts';
import { fanoutBench } from './fanout.ts';
import { feedBench } from './feed.ts';
import { ledgerBench } from './ledger.ts';
import { matchingBench } from './matching.ts';
import { screensBench } from './screens.ts';
import { spotBench } from './spot.ts';

await runTrials(
  'bench',
  [ledgerBench, feedBench, fanoutBench, screensBench, matchingBench, spotBench, bookBench],
  process.argv.slice(2),
);
