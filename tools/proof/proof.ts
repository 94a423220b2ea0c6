import { endSoon } from '../trial/end-soon.ts';
import { runTrials } from '../trial/run-trials.ts';
import { PROOFS } from './trials.ts';

await runTrials('proof', PROOFS, process.argv.slice(2));
endSoon();
