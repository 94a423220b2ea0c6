import { createHash } from 'node:crypto';
import { type Database, openDatabase } from '@app/server/platform/db/database';
import type pg from 'pg';
import { pino } from 'pino';
import type { PrivatePostgres } from '../../torture/private-postgres.ts';
import { cpuMsOf } from '../spot/meter.ts';
import { openUsers } from '../spot/testbed.ts';
import { type BareMoney, COMMON_STATEMENTS, type Columns, type Source } from './rows.ts';

/**
 * Bare contestant: rows that ours has just written, written again into a database of the same tables and indexes, in
 * transactions of the same size over one connection, without any check. Its statements are prepared once and take all
 * rows of a transaction; it waits for the answer to a commit only.
 */
export type Bare = {
  /** Copies the rows of a round, so many orders in a transaction. */
  run(from: pg.Pool, round: { readonly after: string; readonly size: number }): Promise<BareRound>;
  stop(): Promise<void>;
};

type BareRound = { readonly perSecond: number; readonly cpuUs: number };

type Group = { readonly size: number };
/** Sends a statement, unless there is nothing to write. */
export type Put = (statement: string, columns: Columns | undefined) => void;

export type BareProduct<Rows extends Group> = {
  /** Users of the spot arena. */
  readonly spotUsers: number;
  prepare(root: pg.Pool): Promise<void>;
  /** Accounts of the platform that the rows name, as values of owner and kind. */
  readonly houseAccounts: string;
  readGroups(source: Source, size: number): Promise<readonly Rows[]>;
  /** Writes what one transaction of ours would: new orders, those of the last one, and those before. */
  write(put: Put, first: Rows | undefined, second: Rows | undefined, third: Rows | undefined): void;
};

export async function openBare<Rows extends Group>(
  postgres: PrivatePostgres,
  product: BareProduct<Rows>,
): Promise<Bare> {
  const { database, root } = await openUsers(postgres, product.spotUsers);
  await product.prepare(root);
  await root.query('drop trigger ledger_apply on ledger_entry');
  await root.query(`insert into ledger_account (owner, kind, currency, book, floored)
    select owner, kind, 'USDT', 'demo', false from (values ${product.houseAccounts}) as a (owner, kind)`);
  await root.query(`insert into lease (name, epoch, owner, pid, backend_start) values ('bare', 1, '', 0, now())`);
  await root.query('vacuum analyze');
  const writer = openDatabase(
    { url: database.urlOf('postgres'), connectionsMax: 1, byKeysOnly: true },
    pino({ level: 'silent' }),
  );
  const accounts = await readAccounts(root);
  return {
    run: async (from, { after, size }) =>
      await writeAll(writer, await product.readGroups({ root: from, after, accounts }, size), product),
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

async function writeAll<Rows extends Group>(
  { pool }: Database,
  groups: readonly Rows[],
  { write }: BareProduct<Rows>,
): Promise<BareRound> {
  const client = await pool.connect();
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const cpuMs = () => cpuMsOf(process.pid) + cpuMsOf(rows[0]?.pid ?? 0);
  const sent: Promise<unknown>[] = [];
  const send = (text: string, values: Columns = []) =>
    void sent.push(client.query({ text, values: [...values], name: nameOf(text) }));
  const put: Put = (statement, columns) => {
    if (columns !== undefined) send(statement, columns);
  };
  const startedMs = performance.now();
  const startedCpuMs = cpuMs();
  for (let at = 0; at < groups.length + 2; at++) {
    send('begin');
    send(`update lease set heartbeat_at = clock_timestamp() where name = 'bare'`);
    write(put, groups[at], groups[at - 1], groups[at - 2]);
    send('commit');
    await Promise.all(sent.splice(0));
  }
  const tookMs = performance.now() - startedMs;
  const tookCpuMs = cpuMs() - startedCpuMs;
  client.release();
  const orders = groups.reduce((sum, { size }) => sum + size, 0);
  return { perSecond: (orders * 1_000) / tookMs, cpuUs: (tookCpuMs * 1_000) / orders };
}

/** Names statements, so that each is planned once. */
const nameOf = (statement: string) => `bare-${createHash('sha256').update(statement).digest('hex').slice(0, 16)}`;

/** Writes transfers and their entries, in the order of the shard. */
export function putMoney(put: Put, moneys: readonly (BareMoney | undefined)[]): void {
  for (const money of moneys) {
    put(COMMON_STATEMENTS.transfers, money?.transfers);
    put(COMMON_STATEMENTS.entries, money?.entries);
  }
}
