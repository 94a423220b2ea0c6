import { runTrials } from '../trial/run-trials.ts';
import { ledgerBench } from './ledger.ts';

await runTrials('bench', [ledgerBench], process.argv.slice(2));
