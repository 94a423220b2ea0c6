import { check, type Findings } from './lease-check.ts';
import { pauseOwner, timeOfLock } from './lease-pause.ts';
import { playRound } from './lease-rounds.ts';
import { withTestbed } from './lease-testbed.ts';

export type Control = { readonly isDetected: boolean; readonly figure: string };

type Conditions = { readonly seed: number; readonly rounds: number; readonly below: (end: number) => number };

const BLOCKED_MS = 3_000;
/** Time limit for the successor's first batch, which ends the wait earlier. */
const SUCCESSOR_MS_MAX = 60_000;

/** Runs the control without `pg_terminate_backend`: an owner paused inside its transaction must block all others. */
export async function withoutTerminating(adminUrl: string, { seed, rounds, below }: Conditions): Promise<Control> {
  const blocked = await withTestbed(adminUrl, { mode: 'no-terminate', seed }, async (testbed) => {
    let count = 0;
    let played = 0;
    for (let tries = 0; played < rounds && tries < 10 * rounds; tries++) {
      const paused = await pauseOwner(testbed, { inside: true, delayMs: below(200), withinMs: BLOCKED_MS });
      if (paused.locked !== undefined) {
        const freedAtMs = await timeOfLock(testbed, paused.locked, BLOCKED_MS);
        if ((await paused.successor) === undefined && freedAtMs === undefined) count += 1;
        played += 1;
      }
      testbed.cluster.signal(paused.name, 'SIGCONT');
    }
    return count;
  });
  return {
    isDetected: blocked === rounds,
    figure: `without ending the backend ${blocked} of ${rounds} takeovers were blocked for ${BLOCKED_MS / 1_000} s`,
  };
}

/**
 * Runs the control without the fence in the writing transaction: the resumed owner must be caught writing concurrently
 * with its successor.
 */
export async function withoutFence(adminUrl: string, { seed, rounds, below }: Conditions): Promise<Control> {
  const { late, twice }: Findings = await withTestbed(adminUrl, { mode: 'unfenced', seed }, async (testbed) => {
    for (let round = 0; round < rounds; round++)
      await playRound(testbed, { inside: true, below, withinMs: SUCCESSOR_MS_MAX });
    return await check(testbed);
  });
  return {
    isDetected: late > 0 && twice > 0,
    figure: `without the fence ${late} batches written after resumption in ${rounds} pauses, ${twice} numbers twice`,
  };
}
