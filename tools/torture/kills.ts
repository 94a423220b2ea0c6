import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { entry, type Transfer, type TransferKind } from '@app/domain/ledger';
import { freshDatabase } from '@app/testkit';
import { seeded } from '../trial/random.ts';
import type { Trial, TrialOptions, Verdict } from '../trial/trial.ts';
import {
  type AckLog,
  type AckReport,
  auditAcks,
  type Intent,
  type Line,
  openAckLog,
  readAckLogs,
} from './ack-audit.ts';
import { accountOf, classify, fundUsers, type LedgerClient, openLedgerClient, units } from './ledger-load.ts';
import { type PrivatePostgres, startPrivatePostgres } from './private-postgres.ts';
import { count, list, spread, withClient } from './rig.ts';
import { describeSyncs, findUnsynced, SyncWatch, type SyncWindow } from './wal-syncs.ts';

const CLIENTS = 16;
const FUNDED_EACH = 1_000;
const CONTROL_TRIES = 3;

/** Time between kills: long enough to be under full load again, short enough for many kills. */
const QUICK = { min: 300, max: 1_200 };

/**
 * TT-03. Two controls are the same run without durability: they must lose transfers, or the rig detects nothing. The
 * third has `fsync=off`, which loses nothing by a kill: the missing syncs must reveal it, and nothing else.
 */
export const kills: Trial = {
  name: 'kills',
  claim:
    'no acknowledged transfer is lost by kill -9 of PostgreSQL, and it calls for a sync of its log for every commit (the call is proved, not the disk)',
  touches: [
    'apps/server/src/modules/ledger/',
    'apps/server/src/platform/',
    'packages/domain/src/ledger/',
    'packages/money/',
  ],
  seconds: 30,
  isMoney: true,
  rig: 'ledger',
  isAlone: true,
  run: async (options) => {
    const real = options.short ? { kills: 3, lifeMs: QUICK } : { kills: 20, lifeMs: { min: 200, max: 5_400 } };
    const control = { kills: options.short ? 3 : 12, lifeMs: QUICK };
    // Without the variable on its command line, so that a reload can change it.
    const [sound, early, unsynced] = await withPostgres('kills', { fsync: undefined }, async (postgres) => [
      await runFaults(postgres, options, { name: 'real', ...real, postWith: postAndCommit }),
      await runFaultsUntilLoss(postgres, options, { name: 'ack before commit', ...control, postWith: postAndHope }),
      await runWithoutSync(postgres, options),
    ]);
    // The WAL writer passes every full page to the operating system, which survives: each kill loses the last page, a
    // few transfers.
    const asynchronous = await withPostgres('kills-asynchronous', { synchronous_commit: 'off' }, (postgres) =>
      runFaultsUntilLoss(postgres, options, { name: 'synchronous_commit=off', ...control, postWith: postAndCommit }),
    );
    const recoveryMsMax = options.short ? RECOVERY_MS_MAX_IF_SHORT : RECOVERY_MS_MAX;
    return judge({ sound, losing: [early, asynchronous], unsynced }, recoveryMsMax);
  },
};

async function withPostgres<Value>(
  purpose: string,
  settings: Record<string, string | undefined>,
  work: (postgres: PrivatePostgres) => Promise<Value>,
): Promise<Value> {
  const postgres = await startPrivatePostgres(purpose, settings);
  try {
    return await work(postgres);
  } finally {
    await postgres.stop();
  }
}

/**
 * Repeats a control that lost nothing, because its kills may have hit idle moments: only one that never loses is a
 * failure of the rig.
 */
async function runFaultsUntilLoss(postgres: PrivatePostgres, options: TrialOptions, plan: Plan): Promise<Result> {
  for (let tries = 1; ; tries++) {
    const result = await runFaults(postgres, { ...options, seed: options.seed + tries * 1_000 }, plan);
    if (result.lost > 0 || tries === CONTROL_TRIES) return result;
  }
}

/** Turns `fsync` off by a reload, as an operator could at any time, and posts without a kill. */
async function runWithoutSync(postgres: PrivatePostgres, options: TrialOptions): Promise<Result> {
  await withClient(postgres.adminUrl, async (admin) => {
    await admin.query('alter system set fsync = off');
    await admin.query('select pg_reload_conf()');
  });
  return await runFaults(postgres, options, { name: 'fsync=off', kills: 0, lifeMs: QUICK, postWith: postAndCommit });
}

async function runFaults(postgres: PrivatePostgres, { seed, print }: TrialOptions, plan: Plan): Promise<Result> {
  const database = await freshDatabase(postgres.adminUrl);
  const client = await openLedgerClient(database.urlOf('engine'), CLIENTS);
  await fundUsers(database, { users: USERS, each: FUNDED_EACH });
  await writeDown(postgres.adminUrl);
  const run: Run = { stopping: false, broken: undefined, answers: new Map(), acknowledged: 0, recognised: 0 };
  const files = Array.from({ length: CLIENTS }, (_, index) => join(postgres.folder, `${database.name}-${index}.log`));
  const load = files.map(async (file, index) => {
    const log = openAckLog(file);
    await runClient(run, { name: `c${index}`, seed: seed + index + 1, post: plan.postWith(client), log });
    log.close();
  });
  const syncs = new SyncWatch(postgres.adminUrl, () => run.acknowledged - run.recognised);
  const attack = killAgainAndAgain(run, { postgres, client, plan, seed, syncs });
  await Promise.allSettled([attack, ...load]); // No client is active when a failure is thrown.
  const [recoveriesMs] = await Promise.all([attack, ...load]);
  const leaked = await client.close();
  await syncs.endClosed(CLIENTS);
  const report = await auditAcks(database.urlOf('postgres'), readAckLogs(files));
  const { windows } = syncs;
  const result = { name: plan.name, ...report, ...run, recoveriesMs, unheard: client.unheard(), leaked, windows };
  print(`${plan.name}: ${describe(result)}`);
  print(`${plan.name}: recoveries in ms: ${recoveriesMs.join(' ')}`);
  print(`${plan.name}: answers other than ok: ${list(run.answers) || 'none'}`);
  return result;
}

/**
 * Makes everything before the first kill durable: it is not under test, and the asynchronous control would lose it too.
 */
async function writeDown(adminUrl: string): Promise<void> {
  await withClient(adminUrl, (admin) => admin.query('checkpoint'));
}

const CUT_MS_MAX = 20;
const SWING_MS_MAX = 120_000;

/** Parameters of one run: number of kills, time between kills, and the sabotage. */
type Plan = {
  readonly name: string;
  readonly kills: number;
  readonly lifeMs: { readonly min: number; readonly max: number };
  readonly postWith: (client: LedgerClient) => Post;
};

type Attack = { postgres: PrivatePostgres; client: LedgerClient; plan: Plan; seed: number; syncs: SyncWatch };

/**
 * Kills PostgreSQL repeatedly. Before every second kill it disconnects half of the clients, so that some commits have
 * no client to acknowledge to.
 */
async function killAgainAndAgain(run: Run, { postgres, client, plan, seed, syncs }: Attack): Promise<number[]> {
  const { kills: count, lifeMs } = plan;
  const below = seeded(seed);
  const recoveriesMs: number[] = [];
  try {
    await syncs.begin();
    while (recoveriesMs.length < count && !run.stopping) {
      await pause(lifeMs.min + below(lifeMs.max - lifeMs.min));
      await untilInSwing(run, ACKNOWLEDGED_PER_KILL_MIN * (recoveriesMs.length + 1));
      await syncs.endOpen();
      if (recoveriesMs.length % 2 === 0) client.cutHalf();
      await pause(below(CUT_MS_MAX));
      recoveriesMs.push(await postgres.crash());
      await syncs.begin();
    }
    await pause(lifeMs.min);
    await untilInSwing(run, ACKNOWLEDGED_PER_KILL_MIN * (count + 1)); // Includes load after the last recovery.
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

const USERS = 200;
const RETRY_MS = 100;

/** State shared by the clients of one run. */
type Run = {
  stopping: boolean;
  broken: string | undefined;
  /** Counts of each answer other than ok. */
  readonly answers: Map<string, number>;
  acknowledged: number;
  /** Retries of already posted transfers: without the ref each would have been posted twice. */
  recognised: number;
};

/** Resolves when the transfer is acknowledged, with an empty list if it had been posted before. */
type Post = (transfer: Transfer) => Promise<readonly Transfer[]>;

/** Acknowledges after the commit, like the product. */
const postAndCommit =
  ({ ledger, transact }: LedgerClient): Post =>
  (transfer) =>
    transact((tx) => ledger.post(tx, [transfer]));

/**
 * Applies the sabotage "ack before commit": acknowledges once the rows are written, before they are
 * durable.
 */
const postAndHope =
  ({ ledger, transact }: LedgerClient): Post =>
  (transfer) =>
    new Promise((resolve, reject) => {
      transact(async (tx) => resolve(await ledger.post(tx, [transfer]))).catch(reject);
    });

/** Runs one client that sends one transfer after another until stopped; the last one is settled too. */
async function runClient(run: Run, { name, seed, post, log }: Client): Promise<void> {
  const below = seeded(seed);
  for (let count = 1; !run.stopping; count++) {
    const intent = { ref: `${name}-${count}`, lines: chooseLines(below) };
    log.invoke(intent);
    await settle(run, intent, { post, log });
  }
}

type Client = { name: string; seed: number; post: Post; log: AckLog };

/** Resends the same ref until its outcome is known; the outcome is never assumed. */
async function settle(run: Run, intent: Intent, { post, log }: Pick<Client, 'post' | 'log'>): Promise<void> {
  const transfer = toTransfer(intent);
  while (run.broken === undefined) {
    try {
      const fresh = await post(transfer);
      log.ok(intent.ref);
      run.acknowledged += 1;
      if (fresh.length === 0) run.recognised += 1;
      return;
    } catch (error) {
      const { kind, why } = classify(error);
      count(run.answers, why);
      if (kind === 'refused') return log.fail(intent.ref, why);
      log.info(intent.ref, why);
      if (kind === 'alien') breakOff(run, `${intent.ref}: ${why}`);
      await pause(RETRY_MS);
    }
  }
}

/** Aborts the run and keeps the first reason; later ones are usually consequences. */
function breakOff(run: Run, why: string): void {
  run.broken ??= why;
  run.stopping = true;
}

/** Names the transfers by what they do: no role may post a hold as a payment. */
function kindOf([first, ...others]: readonly Line[]): TransferKind {
  if (others.length > 0 || first === undefined) return 'spot.fill';
  return first.frozen > 0 ? 'spot.hold' : 'spot.release';
}

const toTransfer = ({ ref, lines }: Intent): Transfer => ({
  kind: kindOf(lines),
  ref,
  mode: 'real',
  entries: lines.map(({ user, available, frozen }) =>
    entry(accountOf(user), { available: units(available), frozen: units(frozen) }),
  ),
});

/** Chooses mostly payments, some holds and releases; some exceed the balance. */
function chooseLines(below: (end: number) => number): Line[] {
  const user = 1 + below(USERS);
  const count = 1 + below(30);
  const dice = below(10);
  if (dice === 0) return [{ user, available: -count, frozen: count }];
  if (dice === 1) return [{ user, available: count, frozen: -count }];
  const other = 1 + ((user + below(USERS - 1)) % USERS);
  return [
    { user, available: -count, frozen: 0 },
    { user: other, available: count, frozen: 0 },
  ];
}

const RECOVERY_MS_MAX = 2_000;
/** Recovery limit of a short run on a busy machine; the long form judges the aim, and the figure is always reported. */
const RECOVERY_MS_MAX_IF_SHORT = 30_000;
const ACKNOWLEDGED_PER_KILL_MIN = 100;

/** Result of one run with kills. */
type Result = AckReport & {
  readonly name: string;
  readonly recoveriesMs: readonly number[];
  readonly broken: string | undefined;
  readonly recognised: number;
  readonly unheard: number;
  readonly leaked: number;
  readonly windows: readonly SyncWindow[];
};

type Results = { readonly sound: Result; readonly losing: readonly Result[]; readonly unsynced: Result };

/** Requires the whole claim to hold and every control to be found by its own finding: a rig that never fails proves nothing. */
function judge({ sound, losing, unsynced }: Results, recoveryMsMax: number): Verdict {
  const found = faultsOf(unsynced, recoveryMsMax);
  const isFound = found.length === 1 && found[0]?.startsWith(NOT_SYNCED) === true;
  const faults = [
    ...faultsOf(sound, recoveryMsMax),
    ...losing.flatMap(blindnessOf),
    ...(isFound ? [] : [`THE RIG CANNOT SEE MISSING SYNCS: ${unsynced.name} is ${found.join(', ') || 'sound'}`]),
  ];
  const shown = losing.map(({ name, lost, ok, recoveriesMs }) => {
    return `control ${name}: ${lost} of ${ok} lost in ${recoveriesMs.length} kills`;
  });
  shown.push(`control ${unsynced.name}: ${found.join(', ')}`);
  return { holds: faults.length === 0, figure: [...faults, describe(sound), ...shown].join('; ') };
}

const NOT_SYNCED = 'NOT SYNCED';

const blindnessOf = ({ name, lost, broken }: Result): string[] => [
  ...(broken === undefined ? [] : [`${name.toUpperCase()} BROKE OFF at ${broken}`]),
  ...(lost > 0 ? [] : [`THE RIG CANNOT SEE LOSSES: ${name} lost none`]),
];

function faultsOf(
  { ok, lost, wrongs, recoveriesMs, broken, unheard, leaked, windows }: Result,
  recoveryMsMax: number,
): string[] {
  const faults: [isWrong: boolean, what: string][] = [
    [broken !== undefined, `BROKE OFF at ${broken}`],
    [lost > 0, `LOST ${lost}`],
    [findUnsynced(windows).length > 0, `${NOT_SYNCED}: ${describeSyncs(windows)}`],
    [wrongs.size > 0, `WRONG: ${list(wrongs)}`],
    [recoveriesMs.some((ms) => ms >= recoveryMsMax), `SLOW: a recovery took ${Math.max(...recoveriesMs)} ms`],
    [ok < ACKNOWLEDGED_PER_KILL_MIN * recoveriesMs.length, `IDLE: only ${ok} acknowledged`],
    [unheard > 0, `CRASH: ${unheard} connection errors that nobody listens to would have ended the process`],
    [leaked > 0, `LEAK: ${leaked} connections never given back to the pool`],
  ];
  return faults.filter(([isWrong]) => isWrong).map(([, what]) => what);
}

/** Summarizes one run in one line. */
function describe({ ok, fail, lost, wrongs, recognised, recoveriesMs, windows }: Result): string {
  const mismatched = [...wrongs.values()].reduce((sum, found) => sum + found, 0);
  return [
    `${ok} acknowledged, ${lost} lost, ${mismatched} mismatched, ${fail} refused`,
    `${recognised} recognised when sent again, ${recoveriesMs.length} kills, recovery ${spread(recoveriesMs)}`,
    describeSyncs(windows),
  ].join(', ');
}
