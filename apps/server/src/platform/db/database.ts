import {
  DummyDriver,
  Kysely,
  PostgresDialect,
  type PostgresPoolClient,
  type PostgresQueryResult,
  Transaction,
} from 'kysely';
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
  /**
   * For a writer that runs the same few statements for ever and selects every row by key. The planner must not consider
   * table scans; so each statement is planned once and kept under a name, and statements are sent without waiting for
   * the answers to earlier ones.
   */
  byKeysOnly?: boolean;
};

/** The open pools of this process and their names, for metrics. */
export const openPools = new Map<pg.Pool, string>();

const BY_KEYS_ONLY = [
  ...['enable_seqscan', 'enable_hashjoin', 'enable_mergejoin', 'jit'].map((name) => `-c ${name}=off`),
  '-c plan_cache_mode=force_generic_plan',
].join(' ');

const INT8_OID = 20;

/** Parses int8 as bigint; numeric stays decimal text, because only `money` converts it to an amount. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: string) =>
    oid === INT8_OID && format !== 'binary'
      ? (text: string) => BigInt(text)
      : pg.types.getTypeParser(oid, format as 'text'), // pg's overloads want a literal; both formats are passed on.
} as pg.CustomTypesConfig; // One function replaces pg's pair of overloads.

/**
 * Query timeout: detects a server that vanished silently before the network times out. On a pipelining connection it
 * includes the time behind earlier statements.
 */
const QUERY_MS_MAX = 10_000;

/** Opens a pool. A lost connection, idle or busy, is logged; without these listeners it would kill the process. */
export function openDatabase(options: DatabaseOptions, log: Log): Database {
  const { url, connectionsMax = 10, connectWithinMs = 5_000, name = 'tidemark', byKeysOnly = false } = options;
  const pool = new pg.Pool({
    connectionString: url,
    max: connectionsMax,
    application_name: name,
    types,
    ...(byKeysOnly && { options: BY_KEYS_ONLY, query_timeout: QUERY_MS_MAX, pipeline: true }),
    connectionTimeoutMillis: connectWithinMs,
    keepAlive: true,
  });
  const onLoss = (error: Error) => log.warn({ err: error }, 'database.connection_lost');
  pool.on('error', onLoss); // While idle.
  pool.on('connect', (client) => client.on('error', onLoss)); // While busy: its query fails as well.
  const guarded = { connect: async () => guardCommit(await pool.connect(), byKeysOnly), end: () => pool.end() };
  const dialect = new PostgresDialect({ pool: guarded });
  const db: Db = new Kysely<NoTables>({ dialect });
  if (byKeysOnly) pipelining.set(db, dialect);
  openPools.set(pool, name);
  const close = async () => {
    openPools.delete(pool);
    await db.destroy();
  };
  return { db, pool, close };
}

/** Databases whose connections take a statement while earlier ones run. */
const pipelining = new WeakMap<Db, PostgresDialect>();

/**
 * Returns a handle of the same transaction that sends each statement when it is issued, where the connection allows it:
 * Kysely's own handle waits for the answer to the one before. The server runs them in the order of issue.
 */
export async function withPipeline(db: Db, tx: Tx): Promise<PipelinedTx> {
  const dialect = pipelining.get(db);
  if (dialect === undefined) return { tx, end: () => {} };
  const connection = await tx.getExecutor().provideConnection((own) => Promise.resolve(own));
  let isOver = false;
  const executor = tx.getExecutor().withConnectionProvider({
    provideConnection: async (consume) => {
      if (isOver) throw new Error('the transaction is over');
      return await consume(connection);
    },
  });
  const end = () => {
    isOver = true;
  };
  return { tx: new Transaction({ config: { dialect }, dialect, driver: new DummyDriver(), executor }), end };
}

/** `end` is called before COMMIT or ROLLBACK is sent: a statement behind it would run by itself, and stay. */
export type PipelinedTx = { readonly tx: Tx; end(): void };

/** Most statements that are kept under a name, each a plan in the server's memory. */
const NAMES_MAX = 200;
/** Comment in a statement whose plan depends on what is in its tables: it is planned each time. */
const PLANNED_EACH_TIME = '/* planned each time */';

const names = new Map<string, string | undefined>();

/** Returns the name under which a statement is kept; undefined for one that is not. */
function nameOf(statement: string): string | undefined {
  if (!names.has(statement) && names.size < NAMES_MAX)
    names.set(statement, statement.includes(PLANNED_EACH_TIME) ? undefined : `s${names.size}`);
  return names.get(statement);
}

/** Returns the statements that this process keeps under names: a test looks at their plans. */
export const namedStatements = (): readonly string[] =>
  [...names].flatMap(([statement, name]) => (name === undefined ? [] : [statement]));

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
 * Errors after which a connection is not used again: the server has ended it (57P, 08, timeouts of class 25), or a kept
 * plan no longer fits its table or is gone, and only a new connection plans again.
 */
const ENDS_CONNECTION = /^(?:57P|08|25P03|25P04|0A000|26000)/;

const leavesSound = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && !ENDS_CONNECTION.test(error.code ?? '');

/**
 * Converts a commit that rolled back, which PostgreSQL reports as a success, into an error. A connection that failed
 * without a server error is in an unknown state and is not reused.
 */
function guardCommit(client: pg.PoolClient, isNamed: boolean): PostgresPoolClient {
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
      const name = isNamed && parameters.length > 0 ? nameOf(statement) : undefined;
      const query = { text: statement, values: [...parameters], ...(name === undefined ? {} : { name }) };
      const result = await client.query(query).catch((error: unknown) => {
        isSound &&= leavesSound(error);
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
