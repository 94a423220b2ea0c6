import { setTimeout as pause } from 'node:timers/promises';
import { startPrivateServices } from '../services/private-services.ts';
import { drawSome } from '../trial/draw.ts';
import { median } from '../trial/mann-whitney.ts';
import { seeded } from '../trial/random.ts';
import type { Trial, TrialOptions, Verdict } from '../trial/trial.ts';
import { check, type Findings } from './lease/check.ts';
import { pauseOwner, timeOfLock } from './lease/pause.ts';
import { LEASE, RETRY_MS, STALE_AFTER_MS } from './lease/terms.ts';
import { type Testbed, withTestbed } from './lease/testbed.ts';
import { spread } from './rig.ts';

const TAKEOVER_MS_MAX = 1_000;
/**
 * Limit of the median in a short run, because a process may wait on a busy machine. The long form judges the aim
 * itself.
 */
const MEDIAN_MS_MAX_IF_SHORT = 2_500;
const WAITED_MS_MAX = 60_000;

type Run = {
  readonly rounds: readonly Round[];
  readonly naps: number;
  readonly cuts: number;
  readonly findings: Findings;
};

/**
 * Each control removes one protection, terminating the paused owner's backend or fencing it: both must prove
 * necessary.
 */
export const lease: Trial = {
  name: 'lease',
  claim: 'a paused owner loses the lease within a second and writes nothing afterwards',
  touches: ['apps/server/src/platform/', 'apps/server/src/engine/'],
  seconds: 30,
  isMoney: true,
  rig: 'leadership',
  run: async (options) => {
    const services = await startPrivateServices('lease');
    try {
      const { short, seed, print } = options;
      const run = await playAll(services.urls.postgres, options);
      for (const line of describe(run)) print(line);
      const conditions = { seed: seed + 10, rounds: short ? 2 : 3, below: seeded(seed + 10) };
      const controls = await Promise.all(
        chooseControls(options).map((control) => control(services.urls.postgres, conditions)),
      );
      for (const { figure } of controls) print(`control: ${figure}`);
      return judge(run, controls, short);
    } finally {
      await services.stop();
    }
  },
};

/** Returns both controls, or in the short form the one that the seed draws. */
const chooseControls = ({ short, seed }: TrialOptions) =>
  drawSome([withoutTerminating, withoutFence], short ? 1 : 2, seeded(seed));

/** Runs all rounds: every second pause is aimed inside the transaction, with naps and cut connections in between. */
async function playAll(adminUrl: string, { short, seed }: TrialOptions): Promise<Run> {
  const [pauses, everyNap, everyCut] = short ? [6, 3, 6] : [50, 3, 10];
  const below = seeded(seed);
  return await withTestbed(adminUrl, { mode: 'sound', seed }, async (testbed) => {
    const rounds: Round[] = [];
    let naps = 0;
    let cuts = 0;
    for (let played = 0; played < pauses; played++) {
      if (played % everyNap === 1) {
        await playNap(testbed, below);
        naps += 1;
      }
      if (played % everyCut === 2) {
        await playCut(testbed);
        cuts += 1;
      }
      rounds.push(await playRound(testbed, { inside: played % 2 === 0, below, withinMs: WAITED_MS_MAX }));
    }
    return { rounds, naps, cuts, findings: await check(testbed) };
  });
}

/** Checks that all times are within the second or, in a short run, that the median is near it and all are finite. */
function isQuick({ rounds }: Run, short: boolean): boolean {
  const times = rounds.flatMap(({ takeoverMs, lockedMs }) =>
    lockedMs === undefined ? takeoverMs : [takeoverMs, lockedMs],
  );
  if (!short) return times.every((ms) => ms <= TAKEOVER_MS_MAX);
  return median(times) <= MEDIAN_MS_MAX_IF_SHORT && times.every(Number.isFinite);
}

function judge(run: Run, controls: readonly Control[], short: boolean): Verdict {
  const { rounds, findings } = run;
  const insideMin = short ? 2 : 15;
  const { batches, changes, ...wrongs } = findings;
  const isClean = Object.values(wrongs).every((count) => count === 0) && changes >= rounds.length && batches > changes;
  const isAimed = rounds.filter(({ lockedMs }) => lockedMs !== undefined).length >= insideMin;
  const seen = controls.map(({ isDetected, figure }) =>
    isDetected ? `control ${figure}` : `THE RIG IS BLIND: ${figure}`,
  );
  return {
    holds:
      isQuick(run, short) &&
      isClean &&
      isAimed &&
      rounds.every(({ hasNoticed }) => hasNoticed) &&
      controls.every((it) => it.isDetected),
    figure: [...describe(run), ...seen].join('; '),
  };
}

function describe({ rounds, naps, cuts, findings }: Run): string[] {
  const { batches, changes, late, twice, missing, lost, breaches } = findings;
  const inside = rounds.filter(({ isInside }) => isInside).length;
  const locked = rounds.flatMap(({ lockedMs }) => lockedMs ?? []);
  const unaware = rounds.filter(({ hasNoticed }) => !hasNoticed).length;
  const others = { epochsOwnedTwice: findings.epochsOwnedTwice, ended: findings.ended, unaware };
  const odd = Object.entries(others).filter(([, count]) => count > 0);
  return [
    `${rounds.length} pauses, ${inside} of them inside a transaction`,
    `${naps} naps, ${cuts} cut connections, ${changes} changes of owner`,
    `stale after ${STALE_AFTER_MS} ms, looked for every ${RETRY_MS} ms`,
    `takeover ${spread(rounds.map(({ takeoverMs }) => takeoverMs))}`,
    `${locked.length} locked accounts usable ${spread(locked)}`,
    `${late} rows after resume`,
    `of ${batches} batches ${twice} twice, ${missing} missing, ${lost} lost; ${breaches} breaches`,
    ...odd.map(([what, count]) => `${what}: ${count}`),
  ];
}

type Control = { readonly isDetected: boolean; readonly figure: string };

type Conditions = { readonly seed: number; readonly rounds: number; readonly below: (end: number) => number };

const BLOCKED_MS = 3_000;
/** Time limit for the successor's first batch, which ends the wait earlier. */
const SUCCESSOR_MS_MAX = 60_000;

/** Runs the control without `pg_terminate_backend`: an owner paused inside its transaction must block all others. */
async function withoutTerminating(adminUrl: string, { seed, rounds, below }: Conditions): Promise<Control> {
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
async function withoutFence(adminUrl: string, { seed, rounds, below }: Conditions): Promise<Control> {
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

/** One pause of the owner: time until another one wrote, and until an account it had locked was free. */
type Round = {
  readonly isInside: boolean;
  readonly takeoverMs: number;
  readonly lockedMs: number | undefined;
  readonly hasNoticed: boolean;
};

/** Time limit for both waits, which normally end earlier with a message. */
const RECEIVED_MS_MAX = 60_000;

type Plan = { readonly inside: boolean; readonly below: (end: number) => number; readonly withinMs: number };

/** Pauses the owner, waits for its successor's first batch, resumes it, and waits until it reports being fenced. */
async function playRound(testbed: Testbed, { inside, below, withinMs }: Plan): Promise<Round> {
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
async function playNap(testbed: Testbed, below: (end: number) => number): Promise<void> {
  const { name } = await pauseOwner(testbed, { inside: below(2) === 0, delayMs: below(100), withinMs: 0 });
  await pause(STALE_AFTER_MS - 120 + below(200));
  testbed.cluster.signal(name, 'SIGCONT');
}

/** Cuts a live owner's connection: it must not continue on another one, which no successor could terminate. */
async function playCut({ cluster, eye }: Testbed): Promise<void> {
  const owned = cluster.next(({ kind }) => kind === 'owned', RECEIVED_MS_MAX);
  await eye.query('select pg_terminate_backend(pid) from lease where name = $1', [LEASE]);
  await owned;
}
