import { endSoon } from '../trial/end-soon.ts';
import { runTrials } from '../trial/run-trials.ts';
import { BENCHES } from './trials.ts';

await runTrials('bench', BENCHES, process.argv.slice(2));
endSoon();
