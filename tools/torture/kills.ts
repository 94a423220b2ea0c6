import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freshDatabase } from '@app/testkit';
import pg from 'pg';
import { seeded } from '../trial/random.ts';
import type { Trial, TrialOptions } from '../trial/trial.ts';
import { auditAcks } from './ack-audit.ts';
import { openAckLog, readAckLogs } from './ack-log.ts';
import { breakOff, type Post, postAndCommit, postAndHope, type Run, runClient, USERS } from './kill-clients.ts';
import { describe, judge, list, type Result } from './kill-verdict.ts';
import { fundWallets, type LedgerClient, openLedgerClient } from './ledger-load.ts';
import { type PrivatePostgres, startPrivatePostgres } from './private-postgres.ts';

const CLIENTS = 16;
const FUNDED_EACH = 1_000;
const CUT_MS_MAX = 20;

/** Long enough to be in full swing again, short enough to be often there. */
const QUICK = { min: 300, max: 1_200 };

/** What one run does: how often it kills, how long it lets live, and what is sabotaged. */
type Plan = {
  readonly name: string;
  readonly kills: number;
  readonly lifeMs: { readonly min: number; readonly max: number };
  readonly postWith: (client: LedgerClient) => Post;
};

/** TT-03. The controls are the same run with the durability taken out: they must lose, or the rig is blind. */
export const kills: Trial = {
  name: 'kills',
  claim: 'no acknowledged transfer is lost by kill -9 of PostgreSQL',
  run: async (options) => {
    const real = options.short ? { kills: 3, lifeMs: QUICK } : { kills: 20, lifeMs: { min: 200, max: 5_400 } };
    const control = { kills: options.short ? 6 : 12, lifeMs: QUICK };
    const [sound, early] = await withPostgres('kills', {}, async (postgres) => [
      await storm(postgres, options, { name: 'real', ...real, postWith: postAndCommit }),
      await storm(postgres, options, { name: 'ack before commit', ...control, postWith: postAndHope }),
    ]);
    // The WAL writer hands every full page to the system, which survives: each kill loses the last page, a few transfers.
    const asynchronous = await withPostgres('kills-asynchronous', { synchronous_commit: 'off' }, (postgres) =>
      storm(postgres, options, { name: 'synchronous_commit=off', ...control, postWith: postAndCommit }),
    );
    return judge(sound, [early, asynchronous]);
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

async function storm(postgres: PrivatePostgres, { seed, say }: TrialOptions, plan: Plan): Promise<Result> {
  const database = await freshDatabase(postgres.adminUrl);
  const client = await openLedgerClient(database.urlOf('app'), CLIENTS);
  await fundWallets(client, { users: USERS, each: FUNDED_EACH });
  await writeDown(postgres.adminUrl);
  const run: Run = { stopping: false, broken: undefined, answers: new Map(), recognised: 0 };
  const files = Array.from({ length: CLIENTS }, (_, index) => join(postgres.folder, `${database.name}-${index}.log`));
  const load = files.map(async (file, index) => {
    const log = openAckLog(file);
    await runClient(run, { name: `c${index}`, seed: seed + index + 1, post: plan.postWith(client), log });
    log.close();
  });
  const attack = killAgainAndAgain(run, { postgres, client, plan, seed });
  await Promise.allSettled([attack, ...load]); // Nobody is still at work when a failure is thrown.
  const [recoveriesMs] = await Promise.all([attack, ...load]);
  const leaked = await client.close();
  const report = await auditAcks(database.urlOf('postgres'), readAckLogs(files));
  const result = { name: plan.name, ...report, ...run, recoveriesMs, unheard: client.unheard(), leaked };
  say(`${plan.name}: ${describe(result)}`);
  say(`${plan.name}: recoveries in ms: ${recoveriesMs.join(' ')}`);
  say(`${plan.name}: answers other than ok: ${list(run.answers) || 'none'}`);
  return result;
}

/** What was done before the first kill is not on trial, and the asynchronous control would lose it too. */
async function writeDown(adminUrl: string): Promise<void> {
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  await admin.query('checkpoint');
  await admin.end();
}

type Attack = { postgres: PrivatePostgres; client: LedgerClient; plan: Plan; seed: number };

/** A moment before every second kill half of the clients are cut off, so that commits happen whose answer nobody hears. */
async function killAgainAndAgain(run: Run, { postgres, client, plan, seed }: Attack): Promise<number[]> {
  const { kills: count, lifeMs } = plan;
  const below = seeded(seed);
  const recoveriesMs: number[] = [];
  try {
    while (recoveriesMs.length < count && !run.stopping) {
      await pause(lifeMs.min + below(lifeMs.max - lifeMs.min));
      if (recoveriesMs.length % 2 === 0) client.cutHalf();
      await pause(below(CUT_MS_MAX));
      recoveriesMs.push(await postgres.crash());
    }
    await pause(lifeMs.min); // The last recovery is worked on, too.
    run.stopping = true;
    return recoveriesMs;
  } catch (error) {
    breakOff(run, 'PostgreSQL did not come back'); // Otherwise the clients would wait for ever.
    throw error;
  }
}
