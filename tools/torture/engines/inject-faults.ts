import { expectDefined } from '@app/base';
import { seeded } from '../../trial/random.ts';
import type { TrialOptions } from '../../trial/trial.ts';
import { reloadStates } from './compare-states.ts';
import { drawTimes, type FaultGroup } from './fault-groups.ts';
import { drawSchedule, type Target, untilRecovered } from './faults.ts';
import { poll } from './load.ts';
import type { Below } from './terms.ts';

const SWING_MIN = 12;
const SWING_MS_MAX = 120_000;

type FaultPlan<Bed extends Target> = {
  readonly groups: readonly FaultGroup[];
  readonly faults: Readonly<Record<string, (testbed: Bed, below: Below) => Promise<number>>>;
  /** How often what the engines have in memory is compared with a fresh load. */
  readonly reloads: number;
};

/** How the injections of a run went. */
export type Injected = {
  readonly recoveriesMs: ReadonlyMap<string, readonly number[]>;
  /** States that were compared with their rows before and after a reload. */
  readonly reloads: { readonly made: number; readonly differing: number };
};

/** Injects faults of every group, one after the other, each under full load. */
export async function injectFaults<Bed extends Target>(
  testbed: Bed,
  { groups, faults, reloads: wanted }: FaultPlan<Bed>,
  { short, seed, print }: TrialOptions,
): Promise<Injected> {
  const recoveriesMs = new Map<string, number[]>();
  const reloads = { made: 0, differing: 0 };
  const below = seeded(seed);
  const schedule = drawSchedule(drawTimes(groups, seed), { short, seed });
  const comparedEvery = Math.floor(schedule.length / wanted);
  const { load, cluster, shard } = testbed;
  for (const [index, name] of schedule.entries()) {
    if (load.broken !== undefined) break;
    await cluster.untilWhole();
    load.recent = [];
    const isInSwing = () => load.recent.length >= SWING_MIN || load.broken !== undefined;
    await poll(isInSwing, `the load in full swing before ${name}`, SWING_MS_MAX);
    const injectFault = expectDefined(faults[name], `the fault ${name}`);
    const atMs = await injectFault(testbed, below);
    recoveriesMs.set(name, [...(recoveriesMs.get(name) ?? []), await untilRecovered(testbed, atMs)]);
    if ((index + 1) % comparedEvery === 0 && load.broken === undefined) {
      reloads.made += 1;
      reloads.differing += await reloadStates(testbed, [shard]);
    }
    if (index % 20 === 19) print(`${index + 1} of ${schedule.length} faults, ${load.acknowledged} acknowledged`);
  }
  return { recoveriesMs, reloads };
}

/** Formats the recovery time of each kind of fault. */
export const describeRecoveries = ({ recoveriesMs }: Pick<Injected, 'recoveriesMs'>): string[] =>
  [...recoveriesMs].sort().map(([name, times]) => {
    const sorted = [...times].sort((a, b) => a - b);
    return `${name}: ${times.length} times, recovery median ${sorted[times.length >> 1]} ms, max ${sorted.at(-1)} ms`;
  });
