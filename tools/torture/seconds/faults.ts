import { setTimeout as pause } from 'node:timers/promises';
import type { FaultGroup } from '../engines/fault-groups.ts';
import { BATCH_POINTS, FAULTS_BY_NAME } from '../engines/faults.ts';
import { lockingFaults } from '../engines/lock-accounts.ts';
import { setSettings } from '../engines/settings.ts';
import type { Below } from '../engines/terms.ts';
import { withClient } from '../rig.ts';
import { MARKETS, SILENT_MS, TERMS } from './terms.ts';
import type { Testbed } from './testbed.ts';

type InjectSecondsFault = (testbed: Testbed, below: Below) => Promise<number>;

/** Longer than a bet waits for its tick. */
const SILENCE_MS = 4_000;
const SILENCE_MS_MORE = 1_000;

/** Silences the venues of some markets for a while. What is acknowledged after that is the recovery. */
async function silence(
  { walk }: Testbed,
  { markets, ms }: { readonly markets: readonly number[]; readonly ms: number },
  meanwhile: () => Promise<void> = async () => {},
): Promise<number> {
  for (const market of markets) walk.silent.add(market);
  await Promise.all([pause(ms), meanwhile()]);
  for (const market of markets) walk.silent.delete(market);
  return performance.now();
}

const EVERY = MARKETS.map(({ id }) => id);

/** One market has no ticks: blocks go on and say so. */
const silenceOne: InjectSecondsFault = (testbed, below) =>
  silence(testbed, { markets: [EVERY[below(EVERY.length)] ?? 1], ms: SILENCE_MS + below(SILENCE_MS_MORE) });

const silenceAll: InjectSecondsFault = (testbed, below) =>
  silence(testbed, { markets: EVERY, ms: SILENCE_MS + below(SILENCE_MS_MORE) });

/** No block comes for so long that bets end by the clock. */
const silenceLong: InjectSecondsFault = (testbed, below) =>
  silence(testbed, { markets: EVERY, ms: SILENT_MS + 5_000 + below(15_000) });

const silenceAndKill: InjectSecondsFault = (testbed, below) =>
  silence(testbed, { markets: EVERY, ms: SILENCE_MS + below(SILENCE_MS_MORE) }, async () => {
    await pause(below(SILENCE_MS));
    testbed.cluster.signal(testbed.cluster.ownerOf(testbed.shard), 'SIGKILL');
  });

/** Other payouts and times from now on; bets that are open keep theirs. */
const changeTerms: InjectSecondsFault = async ({ database }, below) => {
  const terms = TERMS[below(TERMS.length)];
  await withClient(database.urlOf('postgres'), (root) => setSettings(root, { 'seconds.terms': terms }));
  return performance.now();
};

export const SECONDS_FAULTS: Readonly<Record<string, InjectSecondsFault>> = {
  ...FAULTS_BY_NAME,
  ...lockingFaults('seconds'),
  'feed of one market stopped': silenceOne,
  'feed stopped': silenceAll,
  'feed stopped and engine killed': silenceAndKill,
  'feed stopped for 15 to 30 s': silenceLong,
  'terms changed': changeTerms,
};

const NAMED = 5;

/**
 * Faults by kind, with the number of injections in the long form. The short form has few of those that every product's
 * rig has, because each of them restarts an engine.
 */
export const GROUPS: readonly FaultGroup[] = [
  {
    short: 1,
    long: {
      ...Object.fromEntries(BATCH_POINTS.map((point) => [`engine ${point}`, NAMED])),
      'answer of COMMIT lost': NAMED,
      'engine during COMMIT': NAMED,
      'engine reloading': NAMED,
      'engine at random': 12,
      'clean stop': 2,
      'owner paused inside': 6,
      'engines fighting': 3,
      PostgreSQL: 6,
      NATS: 5,
    },
  },
  { short: 1, long: { 'accounts locked': 4, 'accounts locked and engine killed': 6 } },
  { short: 1, long: { 'feed of one market stopped': 4, 'feed stopped': 4, 'feed stopped and engine killed': 4 } },
  { short: 0, long: { 'feed stopped for 15 to 30 s': 2 } },
  { short: 1, long: { 'terms changed': 6 } },
];
