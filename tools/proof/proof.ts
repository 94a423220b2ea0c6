import { runTrials } from '../trial/run-trials.ts';
import { api } from './api.ts';
import { drift } from './drift.ts';
import { ledger } from './ledger.ts';
import { overdraft } from './overdraft.ts';

await runTrials('proof', [ledger, overdraft, drift, api], process.argv.slice(2));
