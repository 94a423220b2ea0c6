import { expectDefined } from '@app/base';
import { seeded } from '../../trial/random.ts';
import type { TrialOptions } from '../../trial/trial.ts';
import { compareStates, reloadStates } from '../engines/compare-states.ts';
import { drawTimes } from '../engines/fault-groups.ts';
import { drawSchedule, FAULTS_BY_NAME, untilRecovered } from '../engines/faults.ts';
import { breakOff, poll, settle } from '../engines/load.ts';
import { readOrderLogs } from '../engines/order-log.ts';
import type { Below } from '../engines/terms.ts';
import { newKey } from '../journey-client.ts';
import type { PrivatePostgres } from '../private-postgres.ts';
import { auditOrders, type Report } from './audit.ts';
import { GROUPS } from './fault-plan.ts';
import type { Answer, Intent } from './intents.ts';
import { chooseLimit, chooseOrder } from './order-client.ts';
import { MARKETS, POISON_QUANTITY, POISONERS, SHARDS, TARGET } from './terms.ts';
import { type Testbed, withTestbed } from './testbed.ts';

/** Result of one run with faults. */
export type FaultRun = Report & {
  readonly recoveriesMs: ReadonlyMap<string, readonly number[]>;
  readonly answers: ReadonlyMap<string, number>;
  readonly repeated: number;
  readonly comparisons: { made: number; reloads: number; differing: number };
  /** Sizes of the batches in which a poison order failed. */
  readonly poisoned: readonly number[];
  readonly ended: readonly string[];
  readonly broken: string | undefined;
};

const CLIENTS = 16;
const SWING_MIN = 20;
const SWING_MS_MAX = 120_000;
/** Time limit for late answers, longer than any request's timeout. */
const LATE_MS_MAX = 8_000;

const RELOADS_LONG = 5;

const ALL = Object.values(SHARDS);

type Notes = Pick<FaultRun, 'comparisons'> & { recoveriesMs: Map<string, number[]>; poisoned: number[] };

/**
 * Injects faults of every group into the engines, one after the other, while sixteen clients trade. `onQuiet` is called
 * after the last fault.
 */
export async function runFaults(
  postgres: PrivatePostgres,
  { short, seed, print }: TrialOptions,
  onQuiet: () => void,
): Promise<FaultRun> {
  const plan = { injectedFault: 'none', engines: 2, clients: CLIENTS, seed } as const;
  return await withTestbed(postgres, plan, async (testbed) => {
    const notes: Notes = { recoveriesMs: new Map(), poisoned: [], comparisons: { made: 0, reloads: 0, differing: 0 } };
    const schedule = drawSchedule(drawTimes(GROUPS, seed), { short, seed });
    const below = seeded(seed);
    const quiet = short ? 1 : RELOADS_LONG;
    for (const [index, name] of schedule.entries()) {
      if (testbed.load.broken !== undefined) break;
      await play(testbed, { name, below, notes });
      const isTurn = (index + 1) % Math.floor(schedule.length / quiet) === 0;
      if (isTurn) await playQuietly(testbed, below, notes);
      if (index % 20 === 19)
        print(`${index + 1} of ${schedule.length} faults, ${testbed.load.acknowledged} acknowledged`);
    }
    await testbed.endTrading();
    onQuiet();
    await poll(() => testbed.load.late === 0, 'late answers', LATE_MS_MAX).catch(() => {}); // Late answers may never arrive.
    const { loads } = testbed.cluster;
    const report = await auditOrders(
      testbed.database.urlOf('postgres'),
      readOrderLogs<Intent, Answer>(testbed.files),
      loads,
    );
    const { answers, repeated, broken } = testbed.load;
    return { ...report, ...notes, answers, repeated, broken, ended: testbed.cluster.ended };
  });
}

type FaultTurn = { readonly name: string; readonly below: Below; readonly notes: Notes };

/** Injects a fault under full load, waits for the recovery, and then compares the order books. */
async function play(testbed: Testbed, { name, below, notes }: FaultTurn): Promise<void> {
  const { load, cluster } = testbed;
  await cluster.untilWhole();
  load.recent = [];
  const isInSwing = () => load.recent.length >= SWING_MIN || load.broken !== undefined;
  await poll(isInSwing, `the load in full swing before ${name}`, SWING_MS_MAX);
  const injectFault = expectDefined(FAULTS_BY_NAME[name], `the fault ${name}`);
  const atMs = await injectFault(testbed, below);
  const times = notes.recoveriesMs.get(name) ?? [];
  notes.recoveriesMs.set(name, [...times, await untilRecovered(testbed, atMs)]);
  if (load.broken !== undefined) return;
  notes.comparisons.made += 1;
  notes.comparisons.differing += await compareStates(testbed, ALL);
}

async function playQuietly(testbed: Testbed, below: Below, notes: Notes): Promise<void> {
  notes.poisoned.push(await servePoison(testbed, below));
  notes.comparisons.reloads += 1;
  notes.comparisons.differing += await reloadStates(testbed, ALL);
}

const GUESTS = 30;
const USERS = 8;
const WATCHED_MS_MAX = 60_000;

/** Sends many orders at once, one of which fails in `decide`. Returns the size of the batch it failed in. */
async function servePoison(testbed: Testbed, below: Below): Promise<number> {
  const log = testbed.openLog();
  for (let tries = 1; ; tries++) {
    const batch = await serveOnce(testbed, { below, log, poisoner: CLIENTS + tries });
    if (batch > 1 || tries === POISONERS || testbed.load.broken !== undefined) return batch;
  }
}

type Table = { readonly below: Below; readonly log: ReturnType<Testbed['openLog']>; readonly poisoner: number };

async function serveOnce({ cluster, load }: Testbed, { below, log, poisoner }: Table): Promise<number> {
  let batch = 0;
  let isOver = false;
  void cluster.events.next((event) => {
    if (event.kind === 'poisoned') batch = Math.max(batch, event.batch);
    return isOver; // The engines are killed next; their first event ends this.
  }, WATCHED_MS_MAX);
  const guests = Array.from({ length: GUESTS }, () => orderFor(below));
  const order = { market: MARKETS[0].id, request: poisoned(below), isLite: false };
  const poison = { ...orderFor(below), ...order, user: poisoner };
  guests.splice(GUESTS / 2, 0, poison);
  const reply = await Promise.all(guests.map((intent) => settle(load, intent, log)));
  isOver = true;
  const answer = reply[GUESTS / 2];
  if (answer?.kind === 'ok') breakOff(load, 'poison was answered ok');
  return batch;
}

const poisoned = (below: Below) => ({ ...chooseLimit(below, MARKETS[0], 'gtc'), quantity: POISON_QUANTITY });

const orderFor = (below: Below): Extract<Intent, { name: 'spot.place' }> => ({
  key: newKey(),
  user: 1 + below(USERS),
  mode: TARGET,
  name: 'spot.place',
  ...chooseOrder(below),
});
