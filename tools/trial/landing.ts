import { LANDING } from './landing-trials.ts';
import { runEntries } from './run-trials.ts';

/** `node tools/trial/landing.ts --short --changed --budget 300 --parallel 2`: CI's tier of trials. */
await runEntries('trials', LANDING, process.argv.slice(2));
