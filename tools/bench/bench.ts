import { runTrials } from '../trial/run-trials.ts';
import { fanoutBench } from './fanout.ts';
import { feedBench } from './feed.ts';
import { ledgerBench } from './ledger.ts';
import { matchingBench } from './matching.ts';
import { screensBench } from './screens.ts';

await runTrials('bench', [ledgerBench, feedBench, fanoutBench, screensBench, matchingBench], process.argv.slice(2));
