import { setTimeout as pause } from 'node:timers/promises';
import { type AccountName, userAccount } from '@app/domain/ledger';
import { type Amount, parseDecimal } from '@app/money';
import { createLedger, type Ledger } from '@app/server/modules/ledger';
import { type Db, openDatabase } from '@app/server/platform/db/database';
import { ResultUnknown, type Transact, transactOn } from '@app/server/platform/db/transact';
import { claimWriter } from '@app/server/platform/db/writer';
import { openLog } from '@app/server/platform/process/log';
import { type FreshDatabase, fundAccounts } from '@app/testkit';
import { DatabaseError, type PoolClient } from 'pg';

/** Time limit for connections to be returned after their client has its answer, because one control answers early. */
const GIVEN_BACK_MS = 60_000;

/** Real ledger over the real pool, as in a product process. */
export type LedgerClient = {
  readonly db: Db;
  readonly ledger: Ledger;
  readonly transact: Transact;
  /** Cuts every second connection, like a network failure: the results of work still running on the server are lost. */
  cutHalf(): void;
  /** Returns the number of connection errors only the rig listened to: each would have ended a product process. */
  unheard(): number;
  /** Closes the pool and returns how many connections were never returned. */
  close(): Promise<number>;
};

export async function openLedgerClient(url: string, connectionsMax: number): Promise<LedgerClient> {
  const { db, pool, close } = openDatabase({ url, connectionsMax, name: 'torture' }, openLog('torture', 'silent'));
  const open = new Set<PoolClient>();
  let unheard = 0;
  pool.on('remove', (client) => open.delete(client));
  pool.on('connect', (client) => {
    open.add(client);
    client.on('error', () => {
      if (client.listenerCount('error') === 1) unheard += 1;
    });
  });
  return {
    db,
    ledger: createLedger(await claimWriter(db)),
    transact: transactOn(db),
    cutHalf: () => {
      for (const [index, client] of [...open].entries()) if (index % 2 === 0) client.connection.stream.destroy();
    },
    unheard: () => unheard,
    close: async () => {
      const busy = () => pool.totalCount - pool.idleCount;
      for (let waitedMs = 0; busy() > 0 && waitedMs < GIVEN_BACK_MS; waitedMs += 20) await pause(20);
      const leaked = busy();
      const closing = close();
      if (leaked === 0) await closing; // A pool waits forever for unreturned connections.
      return leaked;
    },
  };
}

export const units = (count: number): Amount => parseDecimal<Amount>(String(count));

/** Account that users pay each other from, by fills: the only transfers between users that any role may post. */
export const accountOf = (user: number): AccountName => userAccount(BigInt(user), 'exchange', 'USDT');

/** Gives users 1 to `users` so many units each. */
export const fundUsers = (database: FreshDatabase, { users, each }: { users: number; each: number }): Promise<void> =>
  fundAccounts(
    database,
    'real',
    Array.from({ length: users }, (_, n) => ({
      userId: n + 1,
      kind: 'exchange',
      currency: 'USDT',
      amount: String(each),
    })),
  );

/**
 * Classified error. `unknown`: retry with the same ref. `refused`: it did not happen. `alien`: unexpected, the run
 * fails.
 */
export type Answer = { readonly kind: 'unknown' | 'refused' | 'alien'; readonly why: string };

/**
 * Codes for a server that is shutting down, gone, starting or full; or whose timeouts ended a transaction on an
 * overloaded machine.
 */
const UNKNOWN_CODES = [
  ...['57P01', '57P02', '57P03', '57014', '53300', '25P03', '55P03'],
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT'],
];

/** Driver messages without a code for a lost connection. */
const UNKNOWN_MESSAGES = [
  'Connection terminated unexpectedly',
  'Connection terminated',
  'Connection terminated due to connection timeout',
  'timeout exceeded when trying to connect',
  'Client has encountered a connection error and is not queryable',
  'the connection was lost before the statement was sent',
];

/** Constraints that refuse overspending, which a random load attempts. */
const REFUSING_CONSTRAINTS = ['available_stays_above_its_floor', 'frozen_is_never_negative'];

/** Classifies every error a client may receive while its database is killed. */
export function classify(error: unknown): Answer {
  if (error instanceof ResultUnknown) return { kind: 'unknown', why: 'ResultUnknown' };
  if (!(error instanceof Error)) return { kind: 'alien', why: String(error) };
  const code = 'code' in error ? String(error.code) : '';
  if (UNKNOWN_CODES.includes(code)) return { kind: 'unknown', why: code };
  if (UNKNOWN_MESSAGES.includes(error.message)) return { kind: 'unknown', why: 'disconnected' };
  const constraint = error instanceof DatabaseError ? error.constraint : undefined;
  if (constraint !== undefined && REFUSING_CONSTRAINTS.includes(constraint))
    return { kind: 'refused', why: constraint };
  return { kind: 'alien', why: `${code} ${error.message}`.trim() };
}
