import { Kysely, PostgresDialect, type PostgresPoolClient, type PostgresQueryResult, type Transaction } from 'kysely';
import pg from 'pg';
import type { Log } from '../process/log.ts';

/** The platform has no tables: a store opens its own with `withTables`, so it cannot access another module's. */
export type NoTables = Record<never, never>;
export type Db = Kysely<NoTables>;
export type Tx = Transaction<NoTables>;

/** Argument of a store's read: a transaction, or the pool where no lock is needed. */
export type Reader = Db | Tx;

export type Database = { readonly db: Db; readonly pool: pg.Pool; close(): Promise<void> };

export type DatabaseOptions = {
  url: string;
  connectionsMax?: number;
  /** Maximum wait for a connection from the pool. */
  connectWithinMs?: number;
  name?: string;
  /** For connections whose every statement selects rows by key: the planner must not consider table scans. */
  byKeysOnly?: boolean;
};

/** The open pools of this process and their names, for metrics. */
export const openPools = new Map<pg.Pool, string>();

const BY_KEYS_ONLY = ['enable_seqscan', 'enable_hashjoin', 'enable_mergejoin', 'jit']
  .map((name) => `-c ${name}=off`)
  .join(' ');

const INT8_OID = 20;

/** Parses int8 as bigint; numeric stays decimal text, because only `money` converts it to an amount. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: string) =>
    oid === INT8_OID && format !== 'binary'
      ? (text: string) => BigInt(text)
      : pg.types.getTypeParser(oid, format as 'text'), // pg's overloads want a literal; both formats are passed on.
} as pg.CustomTypesConfig; // One function replaces pg's pair of overloads.

/** Query timeout: detects a server that vanished silently before the network times out. */
const QUERY_MS_MAX = 10_000;

/** Opens a pool. A lost connection, idle or busy, is logged; without these listeners it would kill the process. */
export function openDatabase(options: DatabaseOptions, log: Log): Database {
  const { url, connectionsMax = 10, connectWithinMs = 5_000, name = 'tidemark', byKeysOnly = false } = options;
  const pool = new pg.Pool({
    connectionString: url,
    max: connectionsMax,
    application_name: name,
    types,
    ...(byKeysOnly && { options: BY_KEYS_ONLY, query_timeout: QUERY_MS_MAX }),
    connectionTimeoutMillis: connectWithinMs,
    keepAlive: true,
  });
  const onLoss = (error: Error) => log.warn({ err: error }, 'database.connection_lost');
  pool.on('error', onLoss); // While idle.
  pool.on('connect', (client) => client.on('error', onLoss)); // While busy: its query fails as well.
  const guarded = { connect: async () => guardCommit(await pool.connect()), end: () => pool.end() };
  const db: Db = new Kysely<NoTables>({ dialect: new PostgresDialect({ pool: guarded }) });
  openPools.set(pool, name);
  const close = async () => {
    openPools.delete(pool);
    await db.destroy();
  };
  return { db, pool, close };
}

/**
 * An error inside the transaction was swallowed, and PostgreSQL answered COMMIT with a rollback: nothing was stored.
 */
export class RolledBack extends Error {
  constructor() {
    super('the transaction had failed before: its commit was a rollback');
    this.name = 'RolledBack';
  }
}

/** The connection was lost before this statement was sent: its transaction is rolled back, COMMIT included. */
export class NotSent extends Error {
  constructor(cause: unknown) {
    super('the connection was lost before the statement was sent', { cause });
    this.name = 'NotSent';
  }
}

/**
 * Converts a commit that rolled back, which PostgreSQL reports as a success, into an error. A connection that failed
 * without a server error is in an unknown state and is not reused.
 */
function guardCommit(client: pg.PoolClient): PostgresPoolClient {
  let isSound = true;
  let lostBy: Error | undefined;
  const onError = (error: Error) => {
    lostBy ??= error;
  };
  client.on('error', onError);
  return {
    query: async <Row>(statement: string, parameters: readonly unknown[]) => {
      if (lostBy !== undefined) {
        isSound = false;
        throw new NotSent(lostBy);
      }
      const result = await client.query(statement, [...parameters]).catch((error: unknown) => {
        isSound &&= error instanceof pg.DatabaseError;
        throw error;
      });
      if (statement === 'commit' && result.command === 'ROLLBACK') throw new RolledBack();
      return result as PostgresQueryResult<Row>; // The two libraries describe the same result.
    },
    release: () => {
      client.off('error', onError);
      client.release(!isSound || lostBy !== undefined);
    },
  } as PostgresPoolClient; // Cursors, its other overload, are not used here.
}
