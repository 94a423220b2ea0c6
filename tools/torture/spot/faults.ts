import { setTimeout as pause } from 'node:timers/promises';
import { seeded } from '../../trial/random.ts';
import { poll, whileQuiet } from './load.ts';
import type { Below } from './order-client.ts';
import { type Comparison, SHARDS, TARGET } from './terms.ts';
import type { Testbed } from './testbed.ts';

/**
 * Injects a fault and returns its time by `performance.now()`: the first acknowledgement of a request sent later is the
 * recovery.
 */
export type InjectFault = (testbed: Testbed, below: Below) => Promise<number>;

/** Points in a batch at which an engine is killed. */
const BATCH_POINTS = ['gathered', 'locked', 'decided', 'committing', 'committed'] as const;

const SHARD = SHARDS[TARGET];
const SKIP_MAX = 6;
const RELOAD_MS_MAX = 30;
const RANDOM_MS_MAX = 400;
const SLEEP_MS_MAX = 600;
const RECOVERED_MS_MAX = 90_000;

/** Kills an engine at one point of a batch, after some batches. */
const dieAt =
  (point: (typeof BATCH_POINTS)[number]): InjectFault =>
  async ({ cluster }, below) =>
    (await cluster.spring({ point, shard: SHARD, skip: below(SKIP_MAX), action: 'die' })).atMs;

/** Lets the commit happen and loses its response; the engine continues with an unknown outcome, or is killed. */
const loseTheAnswer =
  (isFatal: boolean): InjectFault =>
  async ({ proxy, cluster }) => {
    await proxy.cutNextAnswer();
    const atMs = performance.now();
    if (isFatal) cluster.signal(cluster.ownerOf(SHARD), 'SIGKILL');
    return atMs;
  };

/** Kills the owner, and then its successor while it loads. */
const dieReloading: InjectFault = async ({ cluster }, below) => {
  const owner = cluster.ownerOf(SHARD);
  const trap = { point: 'reloading', shard: SHARD, skip: 0, action: 'die', delayMs: below(RELOAD_MS_MAX) } as const;
  const died = cluster.until((event) => event.kind === 'gone' && event.from !== owner, 'a death while loading');
  cluster.send({ kind: 'trap', trap });
  cluster.signal(owner, 'SIGKILL');
  const atMs = performance.now();
  await died;
  return atMs;
};

/** Kills the owner only, or all engines. */
const killAtRandom: InjectFault = async ({ cluster }, below) => {
  await pause(below(RANDOM_MS_MAX));
  if (below(3) === 0) cluster.killAll();
  else cluster.signal(cluster.ownerOf(SHARD), 'SIGKILL');
  return performance.now();
};

const killPostgres: InjectFault = async ({ postgres }, below) => {
  await pause(below(RANDOM_MS_MAX));
  const atMs = performance.now();
  await postgres.crash();
  return atMs;
};

const killBus: InjectFault = async ({ bus }, below) => {
  await pause(below(RANDOM_MS_MAX));
  const atMs = performance.now();
  await bus.crash();
  return atMs;
};

/** Pauses the owner inside its transaction for longer than its lease, and then resumes it. */
export const pauseInside: InjectFault = async (testbed, below) => {
  const { cluster } = testbed;
  const point = (['locked', 'decided', 'committing'] as const)[below(3)] ?? 'locked';
  const { from } = await cluster.spring({ point, shard: SHARD, skip: below(SKIP_MAX), action: 'hold' });
  cluster.signal(from, 'SIGSTOP');
  const atMs = performance.now();
  await untilRecovered(testbed, atMs);
  await pause(below(SLEEP_MS_MAX));
  cluster.signal(from, 'SIGCONT');
  cluster.send({ kind: 'go on' }, [from]);
  return atMs;
};

const FIGHTS = 3;

/** Moves the shard's ownership repeatedly by pausing each owner. */
const fight: InjectFault = async ({ cluster }, below) => {
  let atMs = 0;
  for (let round = 0; round < FIGHTS; round++) {
    await pause(below(RANDOM_MS_MAX));
    const owner = cluster.ownerOf(SHARD);
    const taken = cluster.until((event) => event.kind === 'loaded' && event.from !== owner, 'a successor');
    cluster.signal(owner, 'SIGSTOP');
    atMs = performance.now();
    await taken;
    cluster.signal(owner, 'SIGCONT');
  }
  return atMs;
};

const stopCleanly: InjectFault = ({ cluster }) => {
  cluster.signal(cluster.ownerOf(SHARD), 'SIGTERM');
  return Promise.resolve(performance.now());
};

/** Returns the milliseconds from a fault to the first acknowledgement of a request sent after it. */
export async function untilRecovered({ load }: Testbed, atMs: number): Promise<number> {
  const first = () => load.recent.find(({ shard, sentMs }) => shard === SHARD && sentMs > atMs);
  await poll(() => first() !== undefined || load.broken !== undefined, 'a recovery', RECOVERED_MS_MAX);
  return Math.round((first()?.atMs ?? Number.POSITIVE_INFINITY) - atMs);
}

export const FAULTS_BY_NAME: Readonly<Record<string, InjectFault>> = {
  ...Object.fromEntries(BATCH_POINTS.map((point) => [`engine ${point}`, dieAt(point)])),
  'answer of COMMIT lost': loseTheAnswer(false),
  'engine during COMMIT': loseTheAnswer(true),
  'engine reloading': dieReloading,
  'engine at random': killAtRandom,
  PostgreSQL: killPostgres,
  NATS: killBus,
  'owner paused inside': pauseInside,
  'engines fighting': fight,
  'clean stop': stopCleanly,
};

type Times = { readonly short: number; readonly long: number };
const NAMED: Times = { short: 1, long: 5 };

/** Number of injections of each fault. */
const TIMES: Readonly<Record<string, Times>> = {
  ...Object.fromEntries(BATCH_POINTS.map((point) => [`engine ${point}`, NAMED])),
  'answer of COMMIT lost': NAMED,
  'engine during COMMIT': NAMED,
  'engine reloading': NAMED,
  'engine at random': { short: 3, long: 30 },
  PostgreSQL: { short: 2, long: 20 },
  NATS: { short: 1, long: 10 },
  'owner paused inside': { short: 1, long: 10 },
  'engines fighting': { short: 1, long: 4 },
  'clean stop': { short: 1, long: 3 },
};

/** Returns all faults, shuffled by the seed. */
export function drawSchedule(short: boolean, seed: number): string[] {
  const below = seeded(seed);
  const names = Object.entries(TIMES).flatMap(([name, times]) =>
    Array.from({ length: short ? times.short : times.long }, () => name),
  );
  for (let at = names.length - 1; at > 0; at--) {
    const other = below(at + 1);
    [names[at], names[other]] = [names[other] ?? '', names[at] ?? ''];
  }
  return names;
}

const ALL = Object.values(SHARDS);
const OWNED_MS_MAX = 60_000;

const COMPARE_AGAIN = 5;
const COMPARE_AGAIN_MS = 200;

/** Compares, while no client trades, the owners' in-memory state with their rows. Returns how many shards differ. */
export async function compareBooks(testbed: Testbed): Promise<number> {
  return await whileQuiet(testbed.load, () => countDiffering(testbed));
}

/**
 * Kills every engine while no client trades and compares the order books before with the rows, and those of their
 * successors with the rows. Returns how many shards differ.
 */
export async function reloadBooks(testbed: Testbed): Promise<number> {
  return await whileQuiet(testbed.load, async () => {
    const before = await countDiffering(testbed);
    testbed.cluster.killAll();
    return before + (await countDiffering(testbed));
  });
}

/** Compares again where books differ: a sweep by the last price may be between its decision and its commit. */
async function countDiffering(testbed: Testbed): Promise<number> {
  for (let tries = 1; ; tries++) {
    const differing = (await readBooks(testbed)).filter(({ live, fresh }) => live !== fresh).length;
    if (differing === 0 || tries === COMPARE_AGAIN) return differing;
    await pause(COMPARE_AGAIN_MS);
  }
}

async function readBooks({ cluster }: Testbed): Promise<readonly Comparison[]> {
  let books: readonly Comparison[] | undefined;
  const deadlineMs = performance.now() + OWNED_MS_MAX;
  while (books === undefined && performance.now() < deadlineMs) books = await cluster.compare(ALL);
  if (books === undefined) throw new Error('no engine leads every shard');
  return books;
}
