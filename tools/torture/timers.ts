import { setTimeout as pause } from 'node:timers/promises';
import { type FreshDatabase, freshDatabase } from '@app/testkit';
import pg from 'pg';
import { startPrivateServices } from '../services/private-services.ts';
import { seeded } from '../trial/random.ts';
import type { Trial, TrialOptions, Verdict } from '../trial/trial.ts';
import { list } from './rig.ts';
import type { Variant } from './timers/faults.ts';
import {
  countWrong,
  findWrongs,
  type Lateness,
  planCrowd,
  prepare,
  readLateness,
  readThroughput,
  setNearTimers,
  type Wrong,
} from './timers/plan.ts';
import { Workers } from './timers/workers.ts';

const WORKERS = 3;
const DONE_MS_MAX = 180_000;
const CONTROL_MS_MAX = 30_000;
/** `inMs`: the crowd is due so long after it was planned, when all its rows are in the table. */
const LONG = { due: 100_000, future: 1_000_000, inMs: 6_000, kills: 20, betweenKillsMs: 500, pauseMsMax: 30 };
const SHORT = { due: 3_000, future: 5_000, inMs: 400, kills: 4, betweenKillsMs: 250, pauseMsMax: 30 };
const CONTROL = { due: 300, future: 0, inMs: 0, kills: 0, betweenKillsMs: 0, pauseMsMax: 5 };
type Size = typeof LONG;

/** Builds with a fault, and the one finding by which each must be detected. */
const CONTROLS: readonly { readonly variant: Variant; readonly finding: Wrong }[] = [
  { variant: 'two transactions', finding: 'twice' },
  { variant: 'clock of the process', finding: 'early' },
];

export const timers: Trial = {
  name: 'timers',
  claim: 'the effect of every due timer happens exactly once and never early, while workers are killed',
  touches: ['apps/server/src/platform/db/'],
  seconds: 15,
  isMoney: true,
  rig: 'queues',
  run: async (options) => {
    const services = await startPrivateServices('timers');
    const fresh = () => freshDatabase(services.urls.postgres);
    try {
      const sound = await runKills(await fresh(), options, options.short ? SHORT : LONG);
      for (const line of describe(sound)) options.print(line);
      const detected: string[] = [];
      for (const { variant, finding } of CONTROLS) {
        const found = await runControl(await fresh(), options, { variant, finding });
        options.print(`control ${variant}: ${found} × ${finding}`);
        if (found > 0) detected.push(variant);
      }
      const figures = options.short ? [] : await measure(await fresh(), options);
      return judge(sound, { detected, figures, kills: (options.short ? SHORT : LONG).kills });
    } finally {
      await services.stop();
    }
  },
};

type Run = {
  readonly wrongs: ReadonlyMap<string, number>;
  readonly lateness: readonly Lateness[];
  readonly workers: Pick<Workers, 'kills' | 'failures' | 'ended'>;
};

async function openEye(database: FreshDatabase, cleanUp: AsyncDisposableStack): Promise<pg.Client> {
  const eye = new pg.Client({ connectionString: database.urlOf('postgres') });
  eye.on('error', () => {}); // Its query fails too, with the error.
  await eye.connect();
  cleanUp.defer(() => eye.end());
  return eye;
}

/** Kills workers at random moments while a crowd is due and other timers are set for the near future. */
async function runKills(database: FreshDatabase, { seed }: TrialOptions, size: Size): Promise<Run> {
  await using cleanUp = new AsyncDisposableStack();
  const eye = await openEye(database, cleanUp);
  await prepare(eye);
  const below = seeded(seed);
  const workers = await startWorkers(database, below, { variant: 'sound', count: WORKERS, size });
  cleanUp.defer(() => workers.stop());
  let isOver = false;
  await planCrowd(eye, size);
  const setting = setNearTimers(database.urlOf('app'), () => isOver, seeded(seed + 1)).finally(() => {
    isOver = true;
  });
  while (!isOver && (workers.kills.total < size.kills || workers.kills.inside === 0)) {
    await pause(below(2 * size.betweenKillsMs));
    await workers.killOne(below(2) === 0);
  }
  isOver = true;
  await setting;
  const deadlineMs = performance.now() + DONE_MS_MAX;
  while (performance.now() < deadlineMs && (await countWrong(eye, 'left')) > 0) await pause(50);
  await workers.stop();
  return { wrongs: await findWrongs(eye), lateness: await readLateness(eye), workers };
}

type Start = { readonly variant: Variant; readonly count: number; readonly size: Pick<Size, 'pauseMsMax'> };

async function startWorkers(database: FreshDatabase, below: (end: number) => number, start: Start): Promise<Workers> {
  const { variant, count, size } = start;
  const workers = new Workers({ url: database.urlOf('worker'), variant, count, pauseMsMax: size.pauseMsMax }, below);
  try {
    await workers.untilReady();
    return workers;
  } catch (error) {
    await workers.stop();
    throw error;
  }
}

/** Runs a faulty build until its fault is found, or for too long. */
async function runControl(
  database: FreshDatabase,
  { seed }: TrialOptions,
  { variant, finding }: { readonly variant: Variant; readonly finding: Wrong },
): Promise<number> {
  await using cleanUp = new AsyncDisposableStack();
  const eye = await openEye(database, cleanUp);
  await prepare(eye);
  const workers = await startWorkers(database, seeded(seed), { variant, count: 2, size: CONTROL });
  cleanUp.defer(() => workers.stop());
  let isOver = false;
  const setting = setNearTimers(database.urlOf('app'), () => isOver, seeded(seed + 1));
  await planCrowd(eye, CONTROL);
  const deadlineMs = performance.now() + CONTROL_MS_MAX;
  let found = 0;
  while (performance.now() < deadlineMs && found === 0) {
    await pause(50);
    found = await countWrong(eye, finding);
  }
  isOver = true;
  await setting;
  return found;
}

const PAIRS = 5;

/** Measures one worker without kills against a bare loop of the same statements, in turn; then all workers together. */
async function measure(database: FreshDatabase, { seed, print }: TrialOptions): Promise<readonly string[]> {
  await using cleanUp = new AsyncDisposableStack();
  const eye = await openEye(database, cleanUp);
  await prepare(eye);
  await planCrowd(eye, { ...LONG, due: 0 });
  const rates: { sound: number; bare: number }[] = [];
  for (let pair = 0; pair < PAIRS; pair++) {
    const rate = { sound: 0, bare: 0 };
    for (const variant of pair % 2 === 0 ? (['bare', 'sound'] as const) : (['sound', 'bare'] as const))
      rate[variant] = (await drainCrowd(database, eye, { variant, count: 1, seed })).rate;
    print(`${Math.round(rate.sound)} timers a second by one worker, ${Math.round(rate.bare)} by a bare loop`);
    rates.push(rate);
  }
  rates.sort((a, b) => a.sound / a.bare - b.sound / b.bare);
  const { sound, bare } = rates[PAIRS >> 1] ?? { sound: 0, bare: 1 };
  const together = await drainCrowd(database, eye, { variant: 'sound', count: WORKERS, seed });
  return [
    `one worker runs ${Math.round(sound)} timers a second, ${(sound / bare).toFixed(2)} of a bare loop`,
    `${WORKERS} workers without kills ${Math.round(together.rate)} a second, ${describeLateness(together.lateness).join(', ')}`,
  ];
}

type Drained = { readonly rate: number; readonly lateness: readonly Lateness[] };
type Drain = Pick<Start, 'variant' | 'count'> & { readonly seed: number };

/** Lets workers run a crowd that becomes due at once, beside a million future timers; several also get near ones. */
async function drainCrowd(database: FreshDatabase, eye: pg.Client, { seed, ...start }: Drain): Promise<Drained> {
  await eye.query('truncate planned, fired');
  const workers = await startWorkers(database, seeded(seed), { ...start, size: { pauseMsMax: 0 } });
  let isOver = start.count === 1;
  const setting = setNearTimers(database.urlOf('app'), () => isOver, seeded(seed + 1));
  try {
    await planCrowd(eye, { ...LONG, future: 0 });
    const deadlineMs = performance.now() + DONE_MS_MAX;
    const isLeft = `select from timer where kind = 'bulk' and due_at < now() + interval '1 minute' limit 1`;
    while (performance.now() < deadlineMs && (await eye.query(isLeft)).rowCount !== 0) await pause(100);
    return { rate: await readThroughput(eye), lateness: await readLateness(eye) };
  } finally {
    isOver = true;
    await setting;
    await workers.stop();
    await eye.query(`delete from timer where due_at < now() + interval '1 month'`); // What the bare loop left.
  }
}

const describeLateness = (lateness: readonly Lateness[]) =>
  lateness.map(({ kind, count, text }) => `${count} ${kind} late by ${text}`);

type Outcome = { readonly detected: readonly string[]; readonly figures: readonly string[]; readonly kills: number };

function judge(run: Run, { detected, figures, kills }: Outcome): Verdict {
  const { workers, wrongs, lateness } = run;
  const isBusy = workers.kills.total >= kills && workers.kills.inside > 0 && workers.failures > 0;
  const hasAllKinds = lateness.length === 3;
  const isSound = wrongs.size === 0 && workers.ended.length === 0;
  const isBlind = detected.length < CONTROLS.length;
  return {
    holds: isSound && isBusy && hasAllKinds && !isBlind,
    figure: [
      ...describe(run),
      ...(isBlind ? [`THE RIG IS BLIND: only found ${detected.join(', ') || 'nothing'}`] : ['both faults were found']),
      ...figures,
    ].join('; '),
  };
}

function describe({ wrongs, lateness, workers: { kills, failures, ended } }: Run): string[] {
  return [
    `${kills.total} kills of ${WORKERS} workers, ${kills.inside} of them inside an effect, ${failures} failed attempts`,
    wrongs.size === 0 ? 'each effect exactly once, none early, none lost' : `WRONG: ${list(new Map(wrongs))}`,
    ...describeLateness(lateness),
    ...ended.map((how) => `ENDED BY ITSELF: ${how}`),
  ];
}
