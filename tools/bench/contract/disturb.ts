import type { Line } from '../../trial/aims.ts';
import { atMost, guarantee, ratio } from '../../trial/aims.ts';
import { readCpu, readFigures } from '../spot/meter.ts';
import { untilRows } from './count-rows.ts';
import { PRICES } from './mix.ts';
import { createOthers, describeOthers, meanwhile, OTHER_MARKET, type OthersTimes } from './others.ts';
import { CROWDED } from './population.ts';
import { CONTRACT_SHARD, type ContractArena } from './testbed.ts';

/** p99 of others while much is done, as a multiple of before. */
const AIM_TIMES = 2;

export type Disturbance = {
  /** Price of the crowded market that starts it. */
  readonly price: string;
  readonly table: 'contract_charge' | 'contract_settlement';
  readonly rows: number;
  readonly withinMs: number;
  readonly beforeMs: number;
};

export type Disturbed = {
  readonly tookMs: number;
  readonly before: OthersTimes;
  readonly during: OthersTimes;
  /** Milliseconds of a core, by process, others' orders included. */
  readonly cpu: ReadonlyMap<string, number>;
};

/** Users of the others' openings. */
export const OTHER_USERS = 2_000;

/**
 * Measures others before and while one price changes many positions: the time from the seal of the price to the last
 * commit, and how long spot orders and openings of another market take.
 */
export async function disturb(
  arena: ContractArena,
  plan: Disturbance,
  print: (line: string) => void,
): Promise<Disturbed> {
  const { price, table, rows, withinMs, beforeMs } = plan;
  const others = createOthers(arena, OTHER_USERS);
  const elsewhere = { [OTHER_MARKET]: PRICES[OTHER_MARKET] ?? '' };
  await others(meanwhile(beforeMs)); // Not counted: accounts are loaded, plans are made.
  const before = await others(meanwhile(beforeMs));
  print(`  before: ${describeOthers(before)}`);
  const cpuBefore = await readCpu(arena, CONTRACT_SHARD);
  const figuresBefore = await readFigures(arena, CONTRACT_SHARD);
  const done = untilRows(arena.root, table, { rows, withinMs });
  const counting = others(done);
  await arena.sealer.set({ ...elsewhere, [CROWDED]: price });
  const startedMs = performance.now();
  await done;
  const tookMs = performance.now() - startedMs;
  const during = await counting;
  const cpuAfter = await readCpu(arena, CONTRACT_SHARD);
  const figures = await readFigures(arena, CONTRACT_SHARD);
  const batches = figures.batches - figuresBefore.batches;
  const phases = new Map(
    [...figures.seconds].map(([name, value]) => [
      name,
      ((value - (figuresBefore.seconds.get(name) ?? 0)) * 1_000) / batches,
    ]),
  );
  const cpu = new Map([...cpuAfter].map(([name, value]) => [name, value - (cpuBefore.get(name) ?? 0)]));
  print(`  during: ${describeOthers(during)}`);
  print(
    `  ${rows} rows of ${table} in ${(tookMs / 1_000).toFixed(1)} s; ms of a core ${describeEach(cpu)}; ${batches} batches, ms of each ${describeEach(phases)}`,
  );
  return { tookMs, before, during, cpu };
}

export function linesOf(text: string, { before, during }: Disturbed): Line[] {
  const times = (of: 'spot' | 'opens') => during[of].p99 / before[of].p99;
  const within = (what: string, value: number) =>
    atMost({ text: `${text}: ${what}`, value, aim: AIM_TIMES, format: ratio });
  return [
    guarantee(`${text}: nobody else is refused`, before.refused.size + during.refused.size === 0),
    within('p99 of spot orders, times that before', times('spot')),
    within('p99 of openings in another market, times that before', times('opens')),
  ];
}

const describeEach = (values: ReadonlyMap<string, number>) =>
  [...values].map(([name, value]) => `${name} ${value.toFixed(0)}`).join(', ');
