import { join } from 'node:path';
import { freshDatabase } from '@app/testkit';
import pg from 'pg';
import type { Trial, TrialOptions } from '../trial/trial.ts';
import { auditAcks } from './ack-audit.ts';
import { openAckLog, readAckLogs } from './ack-log.ts';
import { killAgainAndAgain, type Plan } from './kill-attack.ts';
import { postAndCommit, postAndHope, type Run, runClient, USERS } from './kill-clients.ts';
import { describe, judge, list, RECOVERY_MS_MAX, RECOVERY_MS_MAX_IF_SHORT, type Result } from './kill-verdict.ts';
import { fundWallets, openLedgerClient } from './ledger-load.ts';
import { type PrivatePostgres, startPrivatePostgres } from './private-postgres.ts';

const CLIENTS = 16;
const FUNDED_EACH = 1_000;
const CONTROL_TRIES = 3;

/** Time between kills: long enough to be under full load again, short enough for many kills. */
const QUICK = { min: 300, max: 1_200 };

/** TT-03. The controls are the same run without durability: they must lose transfers, or the rig detects nothing. */
export const kills: Trial = {
  name: 'kills',
  claim: 'no acknowledged transfer is lost by kill -9 of PostgreSQL',
  touches: [
    'apps/server/src/modules/ledger/',
    'apps/server/src/platform/',
    'packages/domain/src/ledger/',
    'packages/money/',
  ],
  seconds: 60,
  isMoney: true,
  isAlone: true,
  run: async (options) => {
    const real = options.short ? { kills: 3, lifeMs: QUICK } : { kills: 20, lifeMs: { min: 200, max: 5_400 } };
    const control = { kills: options.short ? 6 : 12, lifeMs: QUICK };
    const [sound, early] = await withPostgres('kills', {}, async (postgres) => [
      await runFaults(postgres, options, { name: 'real', ...real, postWith: postAndCommit }),
      await runFaultsUntilLoss(postgres, options, { name: 'ack before commit', ...control, postWith: postAndHope }),
    ]);
    // The WAL writer passes every full page to the operating system, which survives: each kill loses the last page, a
    // few transfers.
    const asynchronous = await withPostgres('kills-asynchronous', { synchronous_commit: 'off' }, (postgres) =>
      runFaultsUntilLoss(postgres, options, { name: 'synchronous_commit=off', ...control, postWith: postAndCommit }),
    );
    return judge(sound, [early, asynchronous], options.short ? RECOVERY_MS_MAX_IF_SHORT : RECOVERY_MS_MAX);
  },
};

async function withPostgres<Value>(
  purpose: string,
  settings: Record<string, string>,
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

async function runFaults(postgres: PrivatePostgres, { seed, print }: TrialOptions, plan: Plan): Promise<Result> {
  const database = await freshDatabase(postgres.adminUrl);
  const client = await openLedgerClient(database.urlOf('app'), CLIENTS);
  await fundWallets(client, { users: USERS, each: FUNDED_EACH });
  await writeDown(postgres.adminUrl);
  const run: Run = { stopping: false, broken: undefined, answers: new Map(), acknowledged: 0, recognised: 0 };
  const files = Array.from({ length: CLIENTS }, (_, index) => join(postgres.folder, `${database.name}-${index}.log`));
  const load = files.map(async (file, index) => {
    const log = openAckLog(file);
    await runClient(run, { name: `c${index}`, seed: seed + index + 1, post: plan.postWith(client), log });
    log.close();
  });
  const attack = killAgainAndAgain(run, { postgres, client, plan, seed });
  await Promise.allSettled([attack, ...load]); // No client is active when a failure is thrown.
  const [recoveriesMs] = await Promise.all([attack, ...load]);
  const leaked = await client.close();
  const report = await auditAcks(database.urlOf('postgres'), readAckLogs(files));
  const result = { name: plan.name, ...report, ...run, recoveriesMs, unheard: client.unheard(), leaked };
  print(`${plan.name}: ${describe(result)}`);
  print(`${plan.name}: recoveries in ms: ${recoveriesMs.join(' ')}`);
  print(`${plan.name}: answers other than ok: ${list(run.answers) || 'none'}`);
  return result;
}

/**
 * Makes everything before the first kill durable: it is not under test, and the asynchronous control would lose it too.
 */
async function writeDown(adminUrl: string): Promise<void> {
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  await admin.query('checkpoint');
  await admin.end();
}
