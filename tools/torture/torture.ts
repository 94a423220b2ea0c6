import { runTrials } from '../trial/run-trials.ts';
import { deadlocks } from './deadlocks.ts';
import { guesses } from './guesses.ts';
import { journey } from './journey.ts';
import { kills } from './kills.ts';
import { lease } from './lease.ts';
import { outbox } from './outbox.ts';

await runTrials('torture', [kills, deadlocks, outbox, lease, journey, guesses], process.argv.slice(2));
