import type { Line } from '../../trial/aims.ts';
import { atMost, guarantee, ratio } from '../../trial/aims.ts';
import { readCollections, readCpu, readFigures } from '../spot/meter.ts';
import type { Arena } from '../spot/testbed.ts';
import { createOthers, describeOthers, meanwhile, type OthersTimes, type SendOwn, SLOW_MS } from './others.ts';

/** p99 of others while much is done, as a multiple of before. */
const AIM_TIMES = 2;

export type Disturbance = {
  readonly shard: string;
  /** Orders of the same product in another market. */
  readonly sendOwn: SendOwn;
  /** Waits until it may start, if it cannot start at any time. */
  readonly untilReady?: () => Promise<void>;
  /** Starts it, and returns when its price is published. */
  readonly begin: () => Promise<void>;
  /** Waits until all of it is committed. */
  readonly untilDone: () => Promise<void>;
  readonly beforeMs: number;
};

export type Disturbed = {
  readonly tookMs: number;
  readonly before: OthersTimes;
  readonly during: OthersTimes;
  /** Milliseconds of a core, by process, others' orders included. */
  readonly cpu: ReadonlyMap<string, number>;
};

/**
 * Measures others before and while one price changes much: the time from the seal of the price to the last commit, and how
 * long spot orders and orders of the same product in another market take.
 */
export async function disturb(arena: Arena, plan: Disturbance, print: (line: string) => void): Promise<Disturbed> {
  const { shard, beforeMs } = plan;
  const others = createOthers(arena, plan.sendOwn);
  await others(meanwhile(beforeMs)); // Not counted: accounts are loaded, plans are made.
  const before = await others(meanwhile(beforeMs));
  print(`  before: ${describeOthers(before)}`);
  await plan.untilReady?.();
  const cpuBefore = await readCpu(arena, shard);
  const figuresBefore = await readFigures(arena, shard);
  const collectedBefore = await readCollections(arena);
  const done = plan.untilDone();
  const counting = others(done);
  await plan.begin();
  const startedMs = performance.now();
  await done;
  const tookMs = performance.now() - startedMs;
  const during = await counting;
  const cpuAfter = await readCpu(arena, shard);
  const figures = await readFigures(arena, shard);
  const collected = await readCollections(arena);
  const batches = figures.batches - figuresBefore.batches;
  const phases = new Map(
    [...figures.seconds].map(([name, value]) => [
      name,
      ((value - (figuresBefore.seconds.get(name) ?? 0)) * 1_000) / batches,
    ]),
  );
  const cpu = new Map([...cpuAfter].map(([name, value]) => [name, value - (cpuBefore.get(name) ?? 0)]));
  print(`  during: ${describeOthers(during)}`);
  print(`  over ${SLOW_MS} ms, spot: ${during.spells}`);
  print(
    `  done in ${(tookMs / 1_000).toFixed(1)} s; ms of a core ${describeEach(cpu)}; ${batches} batches, ms of each ${describeEach(phases)}`,
  );
  const collections = [...collected].map(([kind, { count, sum }]) => {
    const since = {
      count: count - (collectedBefore.get(kind)?.count ?? 0),
      sum: sum - (collectedBefore.get(kind)?.sum ?? 0),
    };
    return `${kind} ${since.count} in ${since.sum.toFixed(2)} s`;
  });
  print(`  garbage collections of the engine: ${collections.join(', ')}`);
  return { tookMs, before, during, cpu };
}

export function linesOf(text: string, { before, during }: Disturbed): Line[] {
  const times = (of: 'spot' | 'own') => during[of].p99 / before[of].p99;
  const within = (what: string, value: number) =>
    atMost({ text: `${text}: ${what}`, value, aim: AIM_TIMES, format: ratio });
  return [
    guarantee(`${text}: nobody else is refused`, before.refused.size + during.refused.size === 0),
    within('p99 of spot orders, times that before', times('spot')),
    within('p99 of own orders in another market, times that before', times('own')),
  ];
}

const describeEach = (values: ReadonlyMap<string, number>) =>
  [...values].map(([name, value]) => `${name} ${value.toFixed(0)}`).join(', ');
