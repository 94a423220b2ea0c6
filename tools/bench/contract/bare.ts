import { type Database, openDatabase } from '@app/server/platform/db/database';
import type pg from 'pg';
import { pino } from 'pino';
import type { PrivatePostgres } from '../../torture/private-postgres.ts';
import { cpuMsOf } from '../spot/meter.ts';
import { openUsers } from '../spot/testbed.ts';
import { type BareGroup, type Columns, readGroups, STATEMENTS } from './bare-rows.ts';
import { prepareContractUsers, SPOT_USERS } from './testbed.ts';

/**
 * Bare contestant: rows that ours has just written, written again into a database of the same tables and indexes, in
 * transactions of the same size over one connection, without any check.
 */
export type Bare = {
  /** Copies the positions of a round, so many in a transaction. */
  run(from: pg.Pool, round: { readonly after: string; readonly size: number }): Promise<BareRound>;
  stop(): Promise<void>;
};

type BareRound = { readonly perSecond: number; readonly cpuUs: number };

export async function openBare(postgres: PrivatePostgres, users: number): Promise<Bare> {
  const { database, root } = await openUsers(postgres, SPOT_USERS);
  await prepareContractUsers(root, users);
  await root.query('drop trigger ledger_apply on ledger_entry');
  await root.query(
    `insert into ledger_account (owner, kind, currency, book, floored)
     values ('house:contract-demo', 'fee_income', 'USDT', 'demo', false), ('house:contract-demo', 'house_pnl', 'USDT', 'demo', false)`,
  );
  await root.query(`insert into lease (name, epoch, owner, pid, backend_start) values ('bare', 1, '', 0, now())`);
  await root.query('vacuum analyze');
  const writer = openDatabase(
    { url: database.urlOf('postgres'), connectionsMax: 1, byKeysOnly: true },
    pino({ level: 'silent' }),
  );
  const accounts = await readAccounts(root);
  return {
    run: async (from, { after, size }) => await writeAll(writer, await readGroups(from, { after, size, accounts })),
    stop: async () => {
      await writer.close();
      await root.end();
    },
  };
}

async function readAccounts(root: pg.Pool): Promise<ReadonlyMap<string, string>> {
  const { rows } = await root.query<{ name: string; id: string }>(
    `select owner || '|' || kind as name, id::text from ledger_account where currency = 'USDT' and book = 'demo'`,
  );
  return new Map(rows.map(({ name, id }) => [name, id]));
}

async function writeAll({ pool }: Database, groups: readonly BareGroup[]): Promise<BareRound> {
  const client = await pool.connect();
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const cpuMs = () => cpuMsOf(process.pid) + cpuMsOf(rows[0]?.pid ?? 0);
  const startedMs = performance.now();
  const startedCpuMs = cpuMs();
  // A transaction opens some, orders those of the last one to be closed, and settles those before.
  for (let at = 0; at < groups.length + 2; at++) await write(client, groups[at], groups[at - 1], groups[at - 2]);
  const tookMs = performance.now() - startedMs;
  const tookCpuMs = cpuMs() - startedCpuMs;
  client.release();
  const positions = groups.reduce((sum, { size }) => sum + size, 0);
  return { perSecond: (positions * 1_000) / tookMs, cpuUs: (tookCpuMs * 1_000) / positions };
}

/** Writes the rows in the same order as the shard. */
async function write(
  client: pg.PoolClient,
  opening: BareGroup | undefined,
  ordering: BareGroup | undefined,
  settling: BareGroup | undefined,
): Promise<void> {
  const put = async (statement: string, columns: Columns | undefined) => {
    if (columns !== undefined) await client.query(statement, [...columns]);
  };
  await client.query('begin');
  await client.query(`update lease set heartbeat_at = clock_timestamp() where name = 'bare'`);
  for (const money of [opening?.opening, settling?.settling]) {
    await put(STATEMENTS.transfers, money?.transfers);
    await put(STATEMENTS.entries, money?.entries);
  }
  await put(STATEMENTS.positions, opening?.positions);
  await put(STATEMENTS.closing, ordering?.closing);
  await put(STATEMENTS.closed, settling?.closed);
  await put(STATEMENTS.settlements, settling?.settlements);
  await put(STATEMENTS.receipts, opening?.opening.receipts);
  await put(STATEMENTS.receipts, settling?.settling.receipts);
  await put(STATEMENTS.results, settling?.results);
  await put(STATEMENTS.records, opening?.opened);
  await put(STATEMENTS.records, ordering?.ordered);
  await put(STATEMENTS.event, settling?.event);
  await client.query('commit');
}
