import { fork } from 'node:child_process';
import { join } from 'node:path';
import { type FreshDatabase, freshDatabase, fundAccounts, guardChild } from '@app/testkit';
import { startPrivateServices } from '../services/private-services.ts';
import type { Trial, TrialOptions, Verdict } from '../trial/trial.ts';
import { countWrongs, hasEnded, list, withClient } from './rig.ts';
import { killEngines } from './ticks/kills.ts';
import { type Reloads, reloadOrders } from './ticks/reload.ts';
import {
  CURRENCY,
  INBOX_COMMAND,
  type Interleaved,
  MODE,
  SABOTAGES,
  type Sabotage,
  SHARDS,
  USERS,
} from './ticks/terms.ts';

const LONG = 10_000;
const SHORT = 200;
const SABOTAGED = { short: 75, long: 150 } as const;

/** Every tick, due time and inbox row counts exactly once, whichever process leads and wherever it ends. */
export const ticks: Trial = {
  name: 'ticks',
  claim: 'the engine misses no tick and counts none twice when leaders end, pause or wait for locks',
  touches: ['apps/server/src/engine/', 'apps/server/src/platform/db/', 'apps/server/src/modules/market/block/'],
  seconds: 30,
  isMoney: true,
  rig: 'leadership',
  run: async (options) => {
    const services = await startPrivateServices('ticks');
    try {
      return await judge(services.urls.postgres, options);
    } finally {
      await services.stop();
    }
  },
};

async function judge(adminUrl: string, { short, seed, print }: TrialOptions): Promise<Verdict> {
  const run = await runCounted(adminUrl, { sabotage: 'none', count: short ? SHORT : LONG, seed });
  for (const line of describe(run)) print(line);
  const controls = await Promise.all(
    SABOTAGES.map((sabotage) =>
      runControl(adminUrl, { sabotage, count: short ? SABOTAGED.short : SABOTAGED.long, seed: seed + 1 }),
    ),
  );
  const found = controls.map(({ sabotage, isSeen, wrongs }) =>
    isSeen ? `control ${sabotage} found: ${wrongs}` : `THE RIG IS BLIND to ${sabotage}: ${wrongs}`,
  );
  for (const line of found) print(line);
  const killed = short ? undefined : await runKilled(adminUrl, seed + 2);
  const reloaded = short ? undefined : await reloadOrders(adminUrl, 1_000_000);
  const more = [...(killed?.lines ?? []), ...(reloaded === undefined ? [] : [describeReload(reloaded)])];
  for (const line of more) print(line);
  const areAllKilled = Object.values(run.interleaved.kills).every((times) => times > 0);
  return {
    holds:
      run.wrongs.size === 0 &&
      controls.every(({ isSeen }) => isSeen) &&
      areAllKilled &&
      run.counted > 0 &&
      (killed?.holds ?? true) &&
      (reloaded?.leaderChanges ?? 0) === 0,
    figure: [...describe(run), ...found, ...more].join('; '),
  };
}

/** What each sabotage must be found by. */
const FINDING: Readonly<Record<(typeof SABOTAGES)[number], string>> = {
  'newest-only': 'tick missed',
  'not-stored': 'tick missed',
  'late-cursor': 'counted twice',
};

type Run = {
  readonly interleaved: Interleaved;
  readonly wrongs: Map<string, number>;
  readonly counted: number;
  readonly seconds: number;
};

/** Chance decides where leaders end, so a sabotage that one run did not meet gets further ones. */
const CONTROL_RUNS = 6;

async function runControl(adminUrl: string, plan: ControlPlan) {
  let wrongs = new Map<string, number>();
  for (let run = 0; run < CONTROL_RUNS; run++) {
    wrongs = (await runCounted(adminUrl, { ...plan, seed: plan.seed + run * 1_000 })).wrongs;
    if (wrongs.has(FINDING[plan.sabotage])) return { sabotage: plan.sabotage, isSeen: true, wrongs: list(wrongs) };
  }
  return { sabotage: plan.sabotage, isSeen: false, wrongs: list(wrongs) };
}

type RunPlan = { readonly sabotage: Sabotage; readonly count: number; readonly seed: number };
type ControlPlan = RunPlan & { readonly sabotage: (typeof SABOTAGES)[number] };

async function runCounted(adminUrl: string, plan: RunPlan): Promise<Run> {
  const database = await freshDatabase(adminUrl);
  await prepare(database);
  const startedMs = performance.now();
  const interleaved = await runProgram(database.urlOf('postgres'), plan);
  const seconds = Math.round((performance.now() - startedMs) / 1_000);
  return await withClient(database.urlOf('postgres'), async (client) => {
    const { rows } = await client.query<{ counted: string }>('select count(*) as counted from counted');
    return { interleaved, wrongs: await countWrongs(client, WRONGS), counted: Number(rows[0]?.counted), seconds };
  });
}

const KILLS_PER_POINT = 4;

/** Kills whole processes at each checkpoint. */
async function runKilled(adminUrl: string, seed: number): Promise<{ holds: boolean; lines: string[] }> {
  const database = await freshDatabase(adminUrl);
  await prepare(database);
  const kills = await killEngines(database.urlOf('postgres'), { perPoint: KILLS_PER_POINT, seed });
  const wrongs = await withClient(database.urlOf('postgres'), (client) => countWrongs(client, WRONGS));
  return {
    holds: wrongs.size === 0,
    lines: [`processes killed: ${list(kills)}; ${wrongs.size === 0 ? 'none missed, twice or early' : list(wrongs)}`],
  };
}

const describeReload = ({ orders, loadMs, reloadMs, leaderChanges }: Reloads) =>
  `${orders} orders loaded in ${Math.round(loadMs)} ms, reloaded in ${Math.round(reloadMs)} ms with a second engine waiting; ${leaderChanges} changes of leader`;

/** The tables have no unique constraint: they must record duplicates, not refuse them. */
async function prepare(database: FreshDatabase): Promise<void> {
  const gifts = Array.from({ length: USERS }, (_, n) => BigInt(n + 1)).map((userId) => ({
    userId,
    kind: 'exchange' as const,
    currency: CURRENCY,
    amount: '1000000',
  }));
  await fundAccounts(database, MODE, gifts);
  await withClient(database.urlOf('postgres'), async (client) => {
    await client.query(`
      create table counted (shard text, name text, ref text, user_id bigint, not_before_ms float8, at_ms float8);
      create table counted_shard (shard text primary key, due_from timestamptz not null default clock_timestamp());
      create table sealed (block bigint, ref text);
      create table written (shard text, ref text);
      create sequence inbox_number;
      insert into counted_shard (shard) select 'spot-ticks-' || n from generate_series(0, ${SHARDS - 1}) n;
      insert into engine_cursor (shard, block) select shard, 0 from counted_shard;
      insert into engine_inbox_right (role, command) values ('worker', '${INBOX_COMMAND}');
      grant select, insert on counted to engine;
      grant select on counted_shard to engine;
      grant insert on written to worker;
      grant usage on inbox_number to worker;
      create index on counted (shard, name)`);
  });
}

/** Violations, by independent SQL. */
const WRONGS = {
  'tick missed': `select from sealed s cross join counted_shard d
    where not exists (select from counted c where c.shard = d.shard and c.name = 'count.tick' and c.ref = s.ref)`,
  'counted twice': `select from counted group by shard, name, ref having count(*) > 1`,
  'tick that was never sealed': `select from counted c
    where c.name = 'count.tick' and not exists (select from sealed s where s.ref = c.ref)`,
  'counted too early': `select from counted where at_ms < not_before_ms`,
  'due time missed': `select from (select max(ref::int) + 1 as expected, count(*) as found from counted
    where name = 'count.due' group by shard) d where expected <> found`,
  'inbox row missed': `select from written w
    where not exists (select from counted c where c.shard = w.shard and c.name = '${INBOX_COMMAND}' and c.ref = w.ref)`,
  'row left in the inbox': 'select from engine_inbox',
  'dead letter': 'select from engine_dead_command',
  'money that no count explains': `select from
    (select sum(frozen) as frozen from ledger_account where kind = 'exchange') a,
    (select count(*) * 0.000001 as counted from counted) c where a.frozen <> c.counted`,
} as const;

const PROGRAM = join(import.meta.dirname, 'ticks/interleave-program.ts');

async function runProgram(url: string, { sabotage, count, seed }: RunPlan): Promise<Interleaved> {
  const child = fork(PROGRAM, [sabotage, url, String(count), String(seed)], { execArgv: [] });
  guardChild(child, { signal: 'SIGKILL' });
  let result: Interleaved | undefined;
  child.on('message', (message) => {
    result = message as Interleaved; // Only the program sends here.
  });
  await hasEnded(child);
  if (result === undefined) throw new Error('the program ended without a result');
  return result;
}

function describe({ interleaved, wrongs, counted, seconds }: Run): string[] {
  const { interleavings, takeovers, pauses, locks, hints, kills } = interleaved;
  return [
    `${interleavings} interleavings in ${seconds} s: ${takeovers} takeovers, ${pauses} pauses, ${locks} locks`,
    `leaders ended at ${Object.entries(kills)
      .map(([point, times]) => `${point} ${times}`)
      .join(', ')}`,
    `hints ${hints.delivered} delivered, ${hints.dropped} dropped, ${hints.repeated} repeated`,
    `${counted} counted; ${wrongs.size === 0 ? 'none missed, twice or early' : list(wrongs)}`,
  ];
}
