import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { firstIdAt } from '@app/base';
import { freshDatabase, guardChild } from '@app/testkit';
import type pg from 'pg';
import { openPool } from './clients.ts';

const PROGRAM = join(import.meta.dirname, 'reload-program.ts');
const SHARD = 'spot-demo';
const LOADED_MS_MAX = 240_000;

/** How a large state was loaded, at the start and again after a command that fails. */
export type Reloads = {
  readonly orders: number;
  readonly loadMs: number;
  readonly reloadMs: number;
  /** Changes of the leader, which loading must not cause. */
  readonly leaderChanges: number;
};

/** Starts two engines on many resting orders, and makes the leader reload them by a command that fails. */
export async function reloadOrders(adminUrl: string, orders: number): Promise<Reloads> {
  await using cleanUp = new AsyncDisposableStack();
  const database = await freshDatabase(adminUrl);
  const eye = openPool(database.urlOf('postgres'), cleanUp);
  await insertOrders(eye, orders);
  const children: ChildProcess[] = [];
  cleanUp.defer(() => {
    for (const child of children) child.kill('SIGKILL');
  });
  const led = new Promise<number>((resolve) => {
    for (let n = 0; n < 2; n++) {
      const child = fork(PROGRAM, [database.urlOf('engine')], { execArgv: [] });
      guardChild(child, { signal: 'SIGKILL' });
      let loadingAtMs = 0;
      child.on('message', ({ lease, atMs }: { lease: string; atMs: number }) => {
        if (lease === 'loading') loadingAtMs = atMs;
        if (lease === 'owner') resolve(atMs - loadingAtMs);
      });
      children.push(child);
    }
  });
  const loadMs = await Promise.race([led, pause(LOADED_MS_MAX, Number.POSITIVE_INFINITY, { ref: false })]);
  const startedMs = performance.now();
  await failOne(eye);
  const reloadMs = performance.now() - startedMs;
  return { orders, loadMs, reloadMs, leaderChanges: (await readEpoch(eye)) - 1 };
}

/** Resting demo orders far from each other, with ids of this week; the engine reads all of them. */
async function insertOrders(eye: pg.Pool, orders: number): Promise<void> {
  await eye.query(
    `insert into spot_order (id, user_id, book, market, side, kind, force, price, quantity, maker_rate, taker_rate, filled,
                             cost, exact_fee, fee, held, status, key, at)
     select $1::bigint + n, 1 + n % 5000, 'demo', 1 + n % 2, case n % 4 when 0 then 'buy' when 1 then 'buy' else 'sell' end,
            'limit', 'gtc', case n % 4 when 0 then 1000 + n % 9000 when 1 then 1000 + n % 9000 else 90000 + n % 9000 end, 1,
            0.001, 0.0015, 0, 0, 0, 0, 1, 'open', gen_random_uuid(), clock_timestamp()
       from generate_series(1, $2::int) n`,
    [String(firstIdAt(Date.now())), orders],
  );
  await eye.query('analyze spot_order');
}

async function readEpoch(eye: pg.Pool): Promise<number> {
  const { rows } = await eye.query<{ epoch: string }>('select epoch from lease where name = $1', [SHARD]);
  return Number(rows[0]?.epoch);
}

/** Writes a command that fails when it is decided, and one that proves that the state is loaded again. */
async function failOne(eye: pg.Pool): Promise<void> {
  await eye.query(`alter table engine_inbox disable trigger engine_inbox_guard`);
  await eye.query(`insert into engine_inbox (id, shard, command) values (1, $1, $2)`, [
    SHARD,
    { name: 'spot.cancelAll', fields: { reason: 'user' } },
  ]);
  const count = async (query: string) => Number((await eye.query<{ n: string }>(query)).rows[0]?.n);
  const endMs = performance.now() + LOADED_MS_MAX;
  while (performance.now() < endMs && (await count('select count(*) as n from engine_dead_command')) === 0)
    await pause(20);
}
