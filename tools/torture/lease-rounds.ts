import { setTimeout as pause } from 'node:timers/promises';
import { pauseOwner, timeOfLock } from './lease-pause.ts';
import { LEASE, STALE_AFTER_MS } from './lease-terms.ts';
import type { Testbed } from './lease-testbed.ts';

/** One pause of the owner: time until another one wrote, and until an account it had locked was free. */
export type Round = {
  readonly isInside: boolean;
  readonly takeoverMs: number;
  readonly lockedMs: number | undefined;
  readonly hasNoticed: boolean;
};

/** Time limit for both waits, which normally end earlier with a message. */
const RECEIVED_MS_MAX = 60_000;

export type Plan = { readonly inside: boolean; readonly below: (end: number) => number; readonly withinMs: number };

/** Pauses the owner, waits for its successor's first batch, resumes it, and waits until it reports being fenced. */
export async function playRound(testbed: Testbed, { inside, below, withinMs }: Plan): Promise<Round> {
  const paused = await pauseOwner(testbed, { inside, delayMs: below(200), withinMs });
  const { name, epoch, atMs, isInside, locked, successor } = paused;
  const freed = locked === undefined ? undefined : timeOfLock(testbed, locked, withinMs);
  const takeoverMs = ((await successor)?.atMs ?? Number.POSITIVE_INFINITY) - atMs;
  const lockedMs = freed && ((await freed) ?? Number.POSITIVE_INFINITY) - atMs;
  await pause(below(200));
  const notice = testbed.cluster.next((event) => event.kind === 'fenced' && event.epoch === epoch, RECEIVED_MS_MAX);
  testbed.cluster.signal(name, 'SIGCONT');
  return { isInside, takeoverMs, lockedMs, hasNoticed: (await notice) !== undefined };
}

/** Pauses the owner until about when the lease becomes stale, so that it resumes during the takeover. */
export async function playNap(testbed: Testbed, below: (end: number) => number): Promise<void> {
  const { name } = await pauseOwner(testbed, { inside: below(2) === 0, delayMs: below(100), withinMs: 0 });
  await pause(STALE_AFTER_MS - 120 + below(200));
  testbed.cluster.signal(name, 'SIGCONT');
}

/** Cuts a live owner's connection: it must not continue on another one, which no successor could terminate. */
export async function playCut({ cluster, eye }: Testbed): Promise<void> {
  const owned = cluster.next(({ kind }) => kind === 'owned', RECEIVED_MS_MAX);
  await eye.query('select pg_terminate_backend(pid) from lease where name = $1', [LEASE]);
  await owned;
}
