import { atMost, guarantee, judge, type Line, ms } from '../trial/aims.ts';
import { seeded } from '../trial/random.ts';
import type { Trial, TrialOptions, Verdict } from '../trial/trial.ts';
import {
  checkPublished,
  compare,
  describeFaults,
  forge,
  OTHER_CONTENT,
  readStoredChain,
} from './feed/check-published.ts';
import { killFeeds, killPostgres } from './feed/kills.ts';
import { openListener, watchQuotes } from './feed/listener.ts';
import { type Measured, measure } from './feed/measure.ts';
import { openTestbed, type Testbed } from './feed/testbed.ts';

const AIMS = { p99Ms: 300, cpuPercent: 25, bytesPerTick: 80 };
const READY_MS_MAX = 30_000;

/** Measures what sealed prices cost, and checks that no kill makes them contradict what was published. */
export const feedBench: Trial = {
  name: 'feed',
  claim: `65 markets at 5 ticks a second reach a socket within ${AIMS.p99Ms} ms (p99) at ${AIMS.cpuPercent} % of a core and ${AIMS.bytesPerTick} bytes a tick; no kill -9 makes a published tick untrue.`,
  touches: ['apps/server/src/modules/market/', 'apps/server/src/platform/'],
  seconds: 50,
  isAlone: true,
  isFigure: true,
  run: async (options) => {
    const testbed = await openTestbed();
    try {
      return await runOn(testbed, options);
    } finally {
      await testbed.stop();
    }
  },
};

async function runOn(testbed: Testbed, { short, seed, print }: TrialOptions): Promise<Verdict> {
  const listener = await openListener(testbed.natsUrl);
  const feed = await testbed.startFeed();
  const feeds = [feed];
  try {
    await listener.next(READY_MS_MAX);
    const measured = await measureSockets({ testbed, listener, feed, ms: short ? 10_000 : 60_000 });
    print(describe(measured));
    feeds.push(await testbed.startFeed());
    await testbed.slowCommits();
    const attack = { testbed, listener, feeds, below: seeded(seed) };
    const kills = short ? 2 : 10;
    print(`kill -9 of the feed: next block after ${(await killFeeds(attack, kills)).join(' ')} ms`);
    const { recoveriesMs, itselfMs } = await killPostgres(attack, kills);
    print(
      `kill -9 of PostgreSQL: next block after ${recoveriesMs.join(' ')} ms, of which its own ${itselfMs.join(' ')}`,
    );
    await listener.next(READY_MS_MAX);
    await Promise.all(feeds.map((each) => each.end('SIGTERM')));
    const chain = await readStoredChain(testbed);
    const { ticks, faults } = await checkPublished(listener.messages, chain);
    const isFound = compare(forge(listener.messages), chain).faults.some((fault) => fault.endsWith(OTHER_CONTENT));
    const lines = [
      guarantee(`${faults.length} faults in what was published: ${describeFaults(faults)}`, faults.length === 0),
      guarantee('the check finds a forged tick', isFound),
      ...figuresOf(measured),
    ];
    return judge(lines, `${describe(measured)}; ${ticks} published ticks; ${chain.to} blocks`);
  } finally {
    await Promise.all(feeds.map((each) => each.end('SIGKILL')));
    await listener.close();
  }
}

/** Measures with one gateway and a socket that watches all markets. */
async function measureSockets(measuring: Omit<Parameters<typeof measure>[0], 'sockets'>): Promise<Measured> {
  const gateway = await measuring.testbed.startGateway();
  try {
    const sockets = await watchQuotes(gateway.port);
    const measured = await measure({ ...measuring, sockets });
    sockets.close();
    return measured;
  } finally {
    await gateway.end('SIGTERM');
  }
}

const describe = ({ ticksPerSecond, p50Ms, p99Ms, busP99Ms, cpuPercent, bytesPerTick }: Measured) =>
  [
    `${Math.round(ticksPerSecond)} ticks/s`,
    `block to socket p50 ${p50Ms} ms, p99 ${p99Ms} ms (to the bus p99 ${busP99Ms} ms)`,
    `${cpuPercent.toFixed(1)} % of a core`,
    `${Math.round(bytesPerTick)} bytes a tick`,
  ].join(', ');

const oneDecimal = (value: number) => value.toFixed(1);
const percent = (value: number) => `${oneDecimal(value)} %`;

const figuresOf = (measured: Measured): Line[] => [
  atMost({ text: 'block to socket p99', value: measured.p99Ms, aim: AIMS.p99Ms, format: ms }),
  atMost({ text: 'share of a core', value: measured.cpuPercent, aim: AIMS.cpuPercent, format: percent }),
  atMost({ text: 'bytes a tick', value: measured.bytesPerTick, aim: AIMS.bytesPerTick, format: oneDecimal }),
];
