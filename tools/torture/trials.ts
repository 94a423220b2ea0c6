import type { Trial } from '../trial/trial.ts';
import { contractTorture } from './contract.ts';
import { convertTorture } from './convert.ts';
import { crowdTorture } from './crowd.ts';
import { custodyTorture } from './custody.ts';
import { deadlocks } from './deadlocks.ts';
import { guesses } from './guesses.ts';
import { journey } from './journey.ts';
import { kills } from './kills.ts';
import { lease } from './lease.ts';
import { malformed } from './malformed.ts';
import { outage } from './outage.ts';
import { outbox } from './outbox.ts';
import { secondsTorture } from './seconds.ts';
import { spendingTorture } from './spending.ts';
import { spotTorture } from './spot.ts';
import { ticks } from './ticks.ts';
import { timers } from './timers.ts';

/** All torture rigs, in execution order. */
export const TORTURE: readonly Trial[] = [
  kills,
  deadlocks,
  outbox,
  timers,
  lease,
  malformed,
  journey,
  guesses,
  ticks,
  spotTorture,
  contractTorture,
  secondsTorture,
  convertTorture,
  spendingTorture,
  custodyTorture,
  crowdTorture,
  outage,
];
