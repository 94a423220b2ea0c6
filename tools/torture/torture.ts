import { endSoon } from '../trial/end-soon.ts';
import { runTrials } from '../trial/run-trials.ts';
import { TORTURE } from './trials.ts';

await runTrials('torture', TORTURE, process.argv.slice(2));
endSoon();
