import { setTimeout as pause } from 'node:timers/promises';
import { BATCH_POINTS } from './fault-names.ts';
import { poll } from './load.ts';
import type { Below } from './order-client.ts';
import { SHARDS } from './terms.ts';
import type { Testbed } from './testbed.ts';

/**
 * Injects a fault and returns its time by `performance.now()`: the first acknowledgement of a request sent later is the
 * recovery.
 */
export type InjectFault = (testbed: Testbed, below: Below) => Promise<number>;

const SHARD = SHARDS.real;
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
