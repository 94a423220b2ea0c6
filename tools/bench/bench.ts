import { runTrials } from '../trial/run-trials.ts';
import { fanoutBench } from './fanout.ts';
import { feedBench } from './feed.ts';
import { ledgerBench } from './ledger.ts';

await runTrials('bench', [ledgerBench, feedBench, fanoutBench], process.argv.slice(2));
