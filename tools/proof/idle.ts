import { setTimeout as pause } from 'node:timers/promises';
import { type Bus, openBus } from '@app/server/platform/bus/bus';
import { openLog } from '@app/server/platform/process/log';
import { atMost, judge } from '../trial/aims.ts';
import type { Trial } from '../trial/trial.ts';
import { type Cost, measure } from './idle/measure.ts';
import { type IdleTestbed, openIdleTestbed } from './idle/testbed.ts';

const WAL_BYTES_AN_HOUR_MAX = 20_000_000;
const CORES_MAX = 0.1;
const QUOTES_MS_MAX = 60_000;

/**
 * Measures what the engine adds to the feed's load when no user trades and the house quotes every spot market in both
 * modes at full pace.
 */
export const idleProof: Trial = {
  name: 'idle',
  claim:
    'An idle hour of the engine, with the house quoting in both books, writes less than 20 MB and takes less than a tenth of a core.',
  touches: ['apps/server/src/engine/', 'apps/server/src/modules/market/', 'apps/server/src/modules/spot/'],
  seconds: 75,
  isAlone: true,
  run: async ({ short, print }) => {
    const testbed = await openIdleTestbed();
    const [warmMs, ms] = short ? [5_000, 20_000] : [30_000, 600_000];
    try {
      await testbed.startFeed();
      await pause(warmMs);
      const watched = { url: testbed.database.urlOf('postgres'), postgresPid: testbed.postgresPid };
      const without = await measure({ ...watched, enginePid: undefined }, ms);
      print(`the feed alone: ${describe(without)}`);
      const engine = await testbed.startEngine();
      const quoting = await untilQuoting(testbed);
      await pause(warmMs);
      const within = await measure({ ...watched, enginePid: engine.pid() }, ms);
      print(`with the engine, ${quoting} books quoted: ${describe(within)}`);
      const wal = within.walBytesAnHour - without.walBytesAnHour;
      const noise = Math.max(within.walNoise, without.walNoise);
      const cores = within.engineCores + within.engineBackendCores;
      const figure = `the engine adds ${megabytes(wal)} ± ${megabytes(noise)} an hour and ${percent(cores)} of a core (itself ${percent(within.engineCores)}, its connections ${percent(within.engineBackendCores)}); in all ${megabytes(within.walBytesAnHour)}`;
      const lines = [
        atMost({ text: 'WAL an hour', value: wal + noise, aim: WAL_BYTES_AN_HOUR_MAX, format: megabytes }),
        atMost({ text: 'share of a core', value: cores, aim: CORES_MAX, format: percent }),
      ];
      return judge(lines, figure);
    } finally {
      await testbed.stop();
    }
  },
};

const megabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`;
const percent = (cores: number) => `${(cores * 100).toFixed(1)} %`;
const describe = ({ walBytesAnHour, postgresCores, engineCores }: Cost) =>
  `${megabytes(walBytesAnHour)} of WAL an hour, PostgreSQL ${percent(postgresCores)} and the engine ${percent(engineCores)} of a core`;

/** Waits until the house quotes both sides of every market in both modes; otherwise nothing would be measured. */
async function untilQuoting({ natsUrl, markets }: IdleTestbed): Promise<number> {
  const bus: Bus = openBus(natsUrl, 'proof', openLog('proof', 'silent'));
  const quoting = new Set<string>();
  bus.listen('book.>', (message, subject) => {
    const { depth } = message as { depth: { bids: unknown[]; asks: unknown[] } }; // Engine payload.
    if (depth.bids.length > 0 && depth.asks.length > 0) quoting.add(subject);
  });
  try {
    for (const endMs = performance.now() + QUOTES_MS_MAX; quoting.size < 2 * markets; await pause(100)) {
      if (performance.now() > endMs) throw new Error(`the house quotes only ${quoting.size} of ${2 * markets} books`);
    }
    return quoting.size;
  } finally {
    await bus.close();
  }
}
