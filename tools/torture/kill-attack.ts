import { setTimeout as pause } from 'node:timers/promises';
import { seeded } from '../trial/random.ts';
import { breakOff, type Post, type Run } from './kill-clients.ts';
import { ACKNOWLEDGED_PER_KILL_MIN } from './kill-verdict.ts';
import type { LedgerClient } from './ledger-load.ts';
import type { PrivatePostgres } from './private-postgres.ts';

const CUT_MS_MAX = 20;
const SWING_MS_MAX = 120_000;

/** Parameters of one run: number of kills, time between kills, and the sabotage. */
export type Plan = {
  readonly name: string;
  readonly kills: number;
  readonly lifeMs: { readonly min: number; readonly max: number };
  readonly postWith: (client: LedgerClient) => Post;
};

type Attack = { postgres: PrivatePostgres; client: LedgerClient; plan: Plan; seed: number };

/**
 * Kills PostgreSQL repeatedly. Before every second kill it disconnects half of the clients, so that some commits have
 * no client to acknowledge to.
 */
export async function killAgainAndAgain(run: Run, { postgres, client, plan, seed }: Attack): Promise<number[]> {
  const { kills: count, lifeMs } = plan;
  const below = seeded(seed);
  const recoveriesMs: number[] = [];
  try {
    while (recoveriesMs.length < count && !run.stopping) {
      await pause(lifeMs.min + below(lifeMs.max - lifeMs.min));
      await untilInSwing(run, ACKNOWLEDGED_PER_KILL_MIN * (recoveriesMs.length + 1));
      if (recoveriesMs.length % 2 === 0) client.cutHalf();
      await pause(below(CUT_MS_MAX));
      recoveriesMs.push(await postgres.crash());
    }
    await pause(lifeMs.min); // Includes load after the last recovery.
    run.stopping = true;
    return recoveriesMs;
  } catch (error) {
    breakOff(run, 'PostgreSQL did not come back'); // Otherwise clients would wait forever.
    throw error;
  }
}

/**
 * Waits until enough transfers are acknowledged, since a kill without load proves nothing; allows for a slow machine.
 */
async function untilInSwing(run: Run, acknowledged: number): Promise<void> {
  const deadlineMs = performance.now() + SWING_MS_MAX;
  while (run.acknowledged < acknowledged && !run.stopping && performance.now() < deadlineMs) await pause(20);
}
