import { setTimeout as pause } from 'node:timers/promises';
import type { Listener } from './listener.ts';
import type { Child, Testbed } from './testbed.ts';

const RECOVERY_MS_MAX = 30_000;
const LIFE_MS = { min: 500, spread: 700 };

type Attack = {
  readonly testbed: Testbed;
  readonly listener: Listener;
  /** Running feeds; a killed one is replaced here. */
  readonly feeds: Child[];
  readonly below: (end: number) => number;
};

/**
 * Kills the feed that makes prices with `kill -9`, repeatedly; returns the milliseconds from each kill to the next
 * block.
 */
export function killFeeds(attack: Attack, times: number): Promise<number[]> {
  return again(attack, times, async ({ testbed, feeds }) => {
    const [row] = await testbed.query<{ owner: string }>(`select owner from lease where name = 'feed'`);
    const place = feeds.findIndex(({ pid }) => row?.owner.endsWith(`:${pid}`));
    const owner = feeds[place];
    if (owner === undefined) throw new Error(`no feed of ours owns the lease, but ${row?.owner}`);
    return {
      kill: () => owner.end('SIGKILL'),
      repair: async () => {
        feeds[place] = await testbed.startFeed();
      },
    };
  });
}

/**
 * Kills PostgreSQL with `kill -9` likewise and restarts it at once; `itselfMs` is the time until it responded again.
 */
export async function killPostgres(attack: Attack, times: number) {
  const itselfMs: number[] = [];
  const kill = async () => void itselfMs.push(await attack.testbed.crashPostgres());
  const recoveriesMs = await again(attack, times, () => Promise.resolve({ kill, repair: () => Promise.resolve() }));
  return { recoveriesMs, itselfMs };
}

type Blow = { readonly kill: () => Promise<void>; readonly repair: () => Promise<void> };

async function again(attack: Attack, times: number, aim: (attack: Attack) => Promise<Blow>): Promise<number[]> {
  const recoveriesMs: number[] = [];
  while (recoveriesMs.length < times) {
    await pause(LIFE_MS.min + attack.below(LIFE_MS.spread));
    const { kill, repair } = await aim(attack);
    // Every second kill comes right after a block was published: a block published too early would not be stored yet.
    if (recoveriesMs.length % 2 === 0) await attack.listener.next(RECOVERY_MS_MAX);
    const killedMs = performance.now();
    await kill();
    await attack.listener.next(RECOVERY_MS_MAX);
    recoveriesMs.push(Math.round(performance.now() - killedMs));
    await repair();
  }
  return recoveriesMs;
}
