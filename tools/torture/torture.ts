import { runTrials } from '../trial/run-trials.ts';
import { crowdTorture } from './crowd.ts';
import { deadlocks } from './deadlocks.ts';
import { guesses } from './guesses.ts';
import { journey } from './journey.ts';
import { kills } from './kills.ts';
import { lease } from './lease.ts';
import { outbox } from './outbox.ts';
import { spotTorture } from './spot.ts';

await runTrials(
  'torture',
  [kills, deadlocks, outbox, lease, journey, guesses, spotTorture, crowdTorture],
  process.argv.slice(2),
);
