import { setTimeout as pause } from 'node:timers/promises';
import type { FaultGroup } from '../engines/fault-groups.ts';
import { BATCH_POINTS, FAULTS_BY_NAME } from '../engines/faults.ts';
import { lockingFaults } from '../engines/lock-accounts.ts';
import { setSettings } from '../engines/settings.ts';
import type { Below } from '../engines/terms.ts';
import type { AnyTestbed } from '../engines/testbed.ts';
import { withClient } from '../rig.ts';
import { LIFE_MS_MAX, MARKETS, SILENT_MS, TERMS } from './terms.ts';

type InjectSecondsFault = (testbed: AnyTestbed, below: Below) => Promise<number>;

/** Longer than a bet waits for its tick. */
const SILENCE_MS = 4_000;
const SILENCE_MS_MORE = 1_000;

/** Silences the venues of some markets for a while. What is acknowledged after that is the recovery. */
async function silence(
  { prices }: AnyTestbed,
  { markets, ms }: { readonly markets: readonly number[]; readonly ms: number },
  meanwhile: () => Promise<void> = async () => {},
): Promise<number> {
  for (const market of markets) prices.silent.add(market);
  await Promise.all([pause(ms), meanwhile()]);
  for (const market of markets) prices.silent.delete(market);
  return performance.now();
}

/** A bet that runs, and ends neither before all venues are silent nor after they quote again. */
const ENDING = `
  select entry_ms + seconds * 1000 as ends from seconds_bet
   where status = 'running' and entry_ms + seconds * 1000 between $1::bigint + 600 and $1::bigint + 1500 limit 1`;

/**
 * Silences all venues when a bet is about to end, for longer than it waits: it has no exit tick, and bets that are accepted
 * meanwhile, on the last price, have no entry tick.
 */
export async function silenceAtAnEnd(testbed: AnyTestbed): Promise<void> {
  await withClient(testbed.database.urlOf('postgres'), async (client) => {
    for (const endMs = performance.now() + LIFE_MS_MAX; performance.now() < endMs; await pause(50)) {
      const { rows } = await client.query(ENDING, [Date.now()]);
      if (rows.length > 0) return void (await silence(testbed, { markets: EVERY, ms: SILENCE_MS }));
    }
  });
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

export const FAULTS: Readonly<Record<string, InjectSecondsFault>> = {
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
