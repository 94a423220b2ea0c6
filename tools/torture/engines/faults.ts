import { setTimeout as pause } from 'node:timers/promises';
import type { PrivateNats } from '../../services/nats.ts';
import { seeded } from '../../trial/random.ts';
import type { PrivatePostgres } from '../private-postgres.ts';
import type { CommitProxy } from './commit-proxy.ts';
import type { EngineCluster } from './engine-cluster.ts';
import { type AnyLoad, poll } from './load.ts';
import type { Below } from './terms.ts';

/** What faults are injected into. They are aimed at one shard. */
export type Target = {
  readonly shard: string;
  readonly postgres: PrivatePostgres;
  readonly bus: PrivateNats;
  readonly proxy: CommitProxy;
  readonly cluster: EngineCluster;
  readonly load: AnyLoad;
};

/**
 * Injects a fault and returns its time by `performance.now()`: the first acknowledgement of a request sent later is the
 * recovery.
 */
export type InjectFault = (target: Target, below: Below) => Promise<number>;

/** Points in a batch at which an engine is killed. */
export const BATCH_POINTS = ['gathered', 'locked', 'decided', 'committing', 'committed'] as const;

const SKIP_MAX = 6;
const RELOAD_MS_MAX = 30;
const RANDOM_MS_MAX = 400;
const SLEEP_MS_MAX = 600;
const RECOVERED_MS_MAX = 90_000;

/** Kills an engine at one point of a batch, after some batches. */
export const dieAt =
  (point: (typeof BATCH_POINTS)[number]): InjectFault =>
  async ({ cluster, shard }, below) =>
    (await cluster.spring({ point, shard, skip: below(SKIP_MAX), action: 'die' })).atMs;

/** Lets the commit happen and loses its response; the engine continues with an unknown outcome, or is killed. */
const loseTheAnswer =
  (isFatal: boolean): InjectFault =>
  async ({ proxy, cluster, shard }) => {
    await proxy.cutNextAnswer();
    const atMs = performance.now();
    if (isFatal) cluster.signal(cluster.ownerOf(shard), 'SIGKILL');
    return atMs;
  };

/** Kills the owner, and then its successor while it loads. */
const dieReloading: InjectFault = async ({ cluster, shard }, below) => {
  const owner = cluster.ownerOf(shard);
  const trap = { point: 'reloading', shard, skip: 0, action: 'die', delayMs: below(RELOAD_MS_MAX) } as const;
  const died = cluster.until((event) => event.kind === 'gone' && event.from !== owner, 'a death while loading');
  cluster.send({ kind: 'trap', trap });
  cluster.signal(owner, 'SIGKILL');
  const atMs = performance.now();
  await died;
  return atMs;
};

/** Kills the owner only, or all engines. */
const killAtRandom: InjectFault = async ({ cluster, shard }, below) => {
  await pause(below(RANDOM_MS_MAX));
  if (below(3) === 0) cluster.killAll();
  else cluster.signal(cluster.ownerOf(shard), 'SIGKILL');
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
export const pauseInside: InjectFault = async (target, below) => {
  const { cluster, shard } = target;
  const point = (['locked', 'decided', 'committing'] as const)[below(3)] ?? 'locked';
  const { from } = await cluster.spring({ point, shard, skip: below(SKIP_MAX), action: 'hold' });
  cluster.signal(from, 'SIGSTOP');
  const atMs = performance.now();
  await untilRecovered(target, atMs);
  await pause(below(SLEEP_MS_MAX));
  cluster.signal(from, 'SIGCONT');
  cluster.send({ kind: 'go on' }, [from]);
  return atMs;
};

const FIGHTS = 3;

/** Moves the shard's ownership repeatedly by pausing each owner. */
const fight: InjectFault = async ({ cluster, shard }, below) => {
  let atMs = 0;
  for (let round = 0; round < FIGHTS; round++) {
    await pause(below(RANDOM_MS_MAX));
    const owner = cluster.ownerOf(shard);
    const taken = cluster.until((event) => event.kind === 'loaded' && event.from !== owner, 'a successor');
    cluster.signal(owner, 'SIGSTOP');
    atMs = performance.now();
    await taken;
    cluster.signal(owner, 'SIGCONT');
  }
  return atMs;
};

const stopCleanly: InjectFault = ({ cluster, shard }) => {
  cluster.signal(cluster.ownerOf(shard), 'SIGTERM');
  return Promise.resolve(performance.now());
};

/** Returns the milliseconds from a fault to the first acknowledgement of a request sent after it. */
export async function untilRecovered({ load, shard }: Target, atMs: number): Promise<number> {
  const first = () => load.recent.find((it) => it.shard === shard && it.sentMs > atMs);
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

/** Number of injections of a fault. */
export type Times = { readonly short: number; readonly long: number };

/** Returns all faults, shuffled by the seed. */
export function drawSchedule(
  times: Readonly<Record<string, Times>>,
  { short, seed }: { readonly short: boolean; readonly seed: number },
): string[] {
  const below = seeded(seed);
  const names = Object.entries(times).flatMap(([name, each]) =>
    Array.from({ length: short ? each.short : each.long }, () => name),
  );
  for (let at = names.length - 1; at > 0; at--) {
    const other = below(at + 1);
    [names[at], names[other]] = [names[other] ?? '', names[at] ?? ''];
  }
  return names;
}
