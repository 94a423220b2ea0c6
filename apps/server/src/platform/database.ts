import { Kysely, PostgresDialect, type PostgresPoolClient, type PostgresQueryResult, type Transaction } from 'kysely';
import pg from 'pg';
import type { Log } from './log.ts';

/** The platform knows no table: a store opens its own with `withTables`, so it cannot name another module's. */
export type NoTables = Record<never, never>;
export type Db = Kysely<NoTables>;
export type Tx = Transaction<NoTables>;

/** What a store's read may be given: a transaction, or the pool where no lock is needed. */
export type Reader = Db | Tx;

export type Database = { readonly db: Db; readonly pool: pg.Pool; close(): Promise<void> };

export type DatabaseOptions = {
  url: string;
  connectionsMax?: number;
  /** How long a caller waits for a connection of the pool. */
  connectWithinMs?: number;
  name?: string;
  /** For connections whose every statement names its rows by their keys: the planner is not to think of reading tables. */
  byKeysOnly?: boolean;
};

const BY_KEYS_ONLY = ['enable_seqscan', 'enable_hashjoin', 'enable_mergejoin', 'jit']
  .map((name) => `-c ${name}=off`)
  .join(' ');

const INT8_OID = 20;

/** int8 becomes bigint; numeric stays decimal text, because only `money` turns it into an amount. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: string) =>
    oid === INT8_OID && format !== 'binary'
      ? (text: string) => BigInt(text)
      : pg.types.getTypeParser(oid, format as 'text'), // pg's overloads want a literal; both formats are passed on.
} as pg.CustomTypesConfig; // One function stands for pg's pair of overloads.

/** A server that vanished without a word is noticed after so long, and not when the network gives up. */
const QUERY_MS_MAX = 10_000;

/** Opens a pool. A connection that dies, idle or at work, is logged; without these listeners it would kill the process. */
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
  const onLoss = (error: Error) => log.warn({ err: error }, 'a database connection was lost');
  pool.on('error', onLoss); // While idle.
  pool.on('connect', (client) => client.on('error', onLoss)); // While at work: its query fails as well.
  const guarded = { connect: async () => guardCommit(await pool.connect()), end: () => pool.end() };
  const db: Db = new Kysely<NoTables>({ dialect: new PostgresDialect({ pool: guarded }) });
  return { db, pool, close: () => db.destroy() };
}

/** An error inside the transaction was swallowed, and PostgreSQL answered COMMIT with a rollback: nothing was kept. */
export class RolledBack extends Error {
  constructor() {
    super('the transaction had failed before: its commit was a rollback');
    this.name = 'RolledBack';
  }
}

/** The connection was lost before this statement was sent: whatever its transaction did is rolled back, COMMIT included. */
export class NotSent extends Error {
  constructor(cause: unknown) {
    super('the connection was lost before the statement was sent', { cause });
    this.name = 'NotSent';
  }
}

/**
 * PostgreSQL reports such a commit as a success; here it is the failure it is. A connection that failed otherwise than by the
 * server's own word is in nobody knows which state, and is not used again.
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
