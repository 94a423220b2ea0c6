import { setTimeout as pause } from 'node:timers/promises';
import { expectDefined } from '@app/base';
import { seeded } from '../../trial/random.ts';
import type { TrialOptions } from '../../trial/trial.ts';
import { compareStates, reloadStates } from './compare-states.ts';
import { drawTimes } from './fault-groups.ts';
import { drawSchedule, untilRecovered } from './faults.ts';
import { poll } from './load.ts';
import type { AnyIntent } from './order-log.ts';
import type { ProductRig } from './product-rig.ts';
import type { Testbed } from './testbed.ts';

const SWING_MIN = 12;
const SWING_MS_MAX = 120_000;

/** How the injections of a run went. */
export type Injected = {
  readonly recoveriesMs: ReadonlyMap<string, readonly number[]>;
  /** States that were compared with their rows: after a fault, and before and after a reload. */
  readonly compared: { readonly faults: number; readonly reloads: number; readonly differing: number };
};

/** Injects faults of every group, one after the other, each under full load. */
export async function injectFaults<Intent extends AnyIntent, Answer>(
  testbed: Testbed<Intent, Answer>,
  { faults, shards }: Pick<ProductRig<Intent, Answer>, 'faults' | 'shards'>,
  { short, seed, print }: TrialOptions,
): Promise<Injected> {
  const beganMs = performance.now();
  const recoveriesMs = new Map<string, number[]>();
  const compared = { faults: 0, reloads: 0, differing: 0 };
  const below = seeded(seed);
  const schedule = drawSchedule(drawTimes(faults.groups, seed), { short, seed });
  const reloadEvery = Math.floor(schedule.length / faults.reloads[short ? 'short' : 'long']);
  const { load, cluster } = testbed;
  for (const [index, name] of schedule.entries()) {
    if (load.broken !== undefined) break;
    await cluster.untilWhole();
    load.recent = [];
    const isInSwing = () => load.recent.length >= SWING_MIN || load.broken !== undefined;
    await poll(isInSwing, `the load in full swing before ${name}`, SWING_MS_MAX);
    const injectFault = expectDefined(faults.byName[name], `the fault ${name}`);
    const atMs = await injectFault(testbed, below);
    recoveriesMs.set(name, [...(recoveriesMs.get(name) ?? []), await untilRecovered(testbed, atMs)]);
    if (faults.comparesAfterEach && load.broken === undefined) {
      compared.faults += 1;
      compared.differing += await compareStates(testbed, shards);
    }
    if ((index + 1) % reloadEvery === 0 && load.broken === undefined) {
      await faults.beforeReload?.(testbed, below);
      compared.reloads += 1;
      compared.differing += await reloadStates(testbed, shards);
    }
    if (index % 20 === 19) print(`${index + 1} of ${schedule.length} faults, ${load.acknowledged} acknowledged`);
  }
  await pause(Math.max(0, beganMs + (faults.tradingMsMin ?? 0) - performance.now()));
  return { recoveriesMs, compared };
}

export const median = (times: readonly number[]): number => [...times].sort((a, b) => a - b)[times.length >> 1] ?? 0;

/**
 * Formats the recovery time of each kind of fault: from the fault to the first acknowledgement of a request sent after
 * it.
 */
export const describeRecoveries = ({ recoveriesMs }: Pick<Injected, 'recoveriesMs'>): string[] =>
  [...recoveriesMs]
    .sort()
    .map(
      ([name, times]) =>
        `${name}: ${times.length} times, recovery min ${Math.min(...times)} ms, median ${median(times)} ms, max ${Math.max(...times)} ms`,
    );
