import { setTimeout as pause } from 'node:timers/promises';
import { withClient } from '../rig.ts';
import { countActivity } from './audit.ts';
import type { AnyIntent } from './order-log.ts';
import type { ProductRig } from './product-rig.ts';
import type { Below } from './terms.ts';
import type { AnyTestbed } from './testbed.ts';

type Demands = Pick<ProductRig<AnyIntent, unknown>, 'activities' | 'provocations'> & {
  /** Counts what happened, from the tables. */
  readonly activity: string;
};

/** Longest time in which a run waits for what it demands; what has not happened then is a finding. */
const ACTIVE_MS_MAX = 120_000;
const LOOK_EVERY_MS = 500;

/**
 * Goes on trading until everything that is demanded of the run has happened, so that no run depends on chance: what trading
 * alone would not do is provoked.
 */
export async function untilActive(
  testbed: AnyTestbed,
  { activities, provocations, activity }: Demands,
  below: Below,
): Promise<void> {
  await withClient(testbed.database.urlOf('postgres'), async (client) => {
    for (const endMs = performance.now() + ACTIVE_MS_MAX; performance.now() < endMs; await pause(LOOK_EVERY_MS)) {
      const idle = idleOf(activities, await countActivity(client, testbed, activity));
      if (idle.length === 0 || testbed.load.broken !== undefined) return;
      const provoke = idle.flatMap((what) => provocations[what] ?? [])[0];
      await provoke?.(testbed, below);
    }
  });
}

/** Returns what was demanded and has not happened. */
export const idleOf = (activities: readonly string[], counts: ReadonlyMap<string, number>): string[] =>
  activities.filter((what) => (counts.get(what) ?? 0) === 0);
