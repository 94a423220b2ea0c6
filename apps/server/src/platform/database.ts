import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import type { Log } from './log.ts';

/** The platform knows no table: a store opens its own with `withTables`, so it cannot name another module's. */
export type NoTables = Record<never, never>;
export type Db = Kysely<NoTables>;
export type Tx = Transaction<NoTables>;

/** What a store's read may be given: a transaction, or the pool where no lock is needed. */
export type Reader = Db | Tx;

export type Database = { readonly db: Db; readonly pool: pg.Pool; close(): Promise<void> };

export type DatabaseOptions = { url: string; connectionsMax?: number; name?: string };

const INT8_OID = 20;

/** int8 becomes bigint; numeric stays decimal text, because only `money` turns it into an amount. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: string) =>
    oid === INT8_OID && format !== 'binary'
      ? (text: string) => BigInt(text)
      : pg.types.getTypeParser(oid, format as 'text'), // pg's overloads want a literal; both formats are passed on.
} as pg.CustomTypesConfig; // One function stands for pg's pair of overloads.

/** Opens a pool. An idle connection that dies (a restarted server) is logged; without the listener it would kill us. */
export function openDatabase({ url, connectionsMax = 10, name = 'tidemark' }: DatabaseOptions, log: Log): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: connectionsMax,
    application_name: name,
    types,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
  });
  pool.on('error', (error) => log.warn({ error: error.message }, 'an idle database connection ended'));
  const db: Db = new Kysely<NoTables>({ dialect: new PostgresDialect({ pool }) });
  return { db, pool, close: () => db.destroy() };
}
