import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Mode, UserKind } from '@app/domain/ledger';
import { type Amount, parseDecimal } from '@app/money';
import { type FreshDatabase, freshDatabase, fundAccounts, type Role } from '@app/testkit';
import pg from 'pg';
import { pino } from 'pino';
import { inject } from 'vitest';
import { createLedger, type Ledger } from '../src/modules/ledger/index.ts';
import { createMedia, type Media } from '../src/modules/media/index.ts';
import { createSettings } from '../src/modules/reference/index.ts';
import { type Database, type Db, openDatabase } from '../src/platform/db/database.ts';
import { type Transact, transactOn } from '../src/platform/db/transact.ts';
import { claimWriter, type NextId } from '../src/platform/db/writer.ts';
import { openKeyRing } from '../src/platform/process/key-ring.ts';

/** A test file's own database, accessed with one role, with a ledger on it. */
export type Testbed = {
  readonly database: FreshDatabase;
  readonly db: Db;
  readonly transact: Transact;
  readonly nextId: NextId;
  readonly ledger: Ledger;
  /** In its own folder, which is deleted with the database. */
  readonly media: Media;
  readonly mediaFolder: string;
  /** Opens another pool on the same database. */
  as(role: Role, connectionsMax?: number): Database;
  /** Opens a bare connection, for attacks that bypass the application. */
  bare(role: Role): Promise<pg.Client>;
  /** Runs a statement as a role that lifts every default it can, rolls it back, and returns its error code or its rows. */
  attempt(role: Role, statement: string): Promise<string>;
  /**
   * Lets a role post transfer kinds between any accounts, as the migration of a new product would. The auditor
   * reports it (A8), so this is for tests of readers.
   */
  allowKinds(role: Role, ...kinds: readonly string[]): Promise<void>;
  /** Opens a user's account and funds it by a deposit. */
  fund(userId: bigint, kind: UserKind, currency: string, amount: string, mode?: Mode): Promise<void>;
};

/** Master key for tests: never one of ours. */
export const testKeys = openKeyRing([{ id: 'test', key: Buffer.alloc(32, 7) }]);
export const PUBLIC_URL = 'http://localhost:4000';

/** Tests send hundreds of calls at once; on a busy machine the last of them waits longer than a user would. */
const CONNECT_WITHIN_MS = 60_000;

export const silent = pino({ level: 'silent' });
export const amount = (text: string): Amount => parseDecimal<Amount>(text);

const endings: (() => unknown)[] = [];
/** Registers a cleanup for the end of the file, the newest first. */
export const atTheEnd = (end: () => unknown): void => void endings.unshift(end);

/**
 * Runs all cleanups after each file, from `end-testbed.ts`, even if one fails: the next file runs in the same process.
 */
export async function endAll(): Promise<void> {
  const errors: unknown[] = [];
  for (const end of endings.splice(0))
    try {
      await end();
    } catch (error) {
      errors.push(error);
    }
  if (errors.length > 0) throw new AggregateError(errors, 'not everything of this file could be ended');
}

export async function openTestbed(role: Role = 'app', connectionsMax = 20): Promise<Testbed> {
  const database = await freshDatabase(inject('services').postgres);
  const mediaFolder = join(inject('runFolder'), `media-${randomUUID()}`);
  atTheEnd(() => rm(mediaFolder, { recursive: true, force: true }));
  atTheEnd(() => database.drop());
  const as = (who: Role, max = 5) => {
    const options = { url: database.urlOf(who), connectionsMax: max, connectWithinMs: CONNECT_WITHIN_MS };
    const opened = openDatabase(options, silent);
    atTheEnd(opened.close);
    return opened;
  };
  const bare = async (who: Role) => {
    const client = new pg.Client({ connectionString: database.urlOf(who) });
    await client.connect();
    atTheEnd(() => client.end());
    return client;
  };
  const attempt: Testbed['attempt'] = async (who, statement) => {
    const client = await bare(who);
    await client.query('set default_transaction_read_only = off');
    await client.query('begin');
    try {
      const { rowCount } = await client.query(statement);
      return `${rowCount} rows`;
    } catch (error) {
      return String((error as { code?: string }).code); // Of PostgreSQL.
    } finally {
      await client.query('rollback');
      await client.end();
    }
  };
  const { db } = as(role, connectionsMax);
  const transact = transactOn(db);
  const nextId = await claimWriter(db);
  const ledger = createLedger(nextId);
  const settings = createSettings(db);
  const media = createMedia({ folder: mediaFolder, keys: testKeys, db, transact, settings, log: silent });
  const fund: Testbed['fund'] = async (userId, kind, currency, text, mode = 'real') => {
    await fundAccounts(database, mode, [{ userId, kind, currency, amount: text }]);
  };
  const allowKinds: Testbed['allowKinds'] = async (who, ...kinds) => {
    await (await bare('migrate')).query(
      `insert into ledger_right
       select $1, kind, book, account, change, false
         from unnest($2::text[]) as kind, unnest('{real,demo}'::text[]) as book,
              (select kind as account from ledger_account_kind) a,
              unnest('{pay,pay_held,receive,hold,release}'::text[]) as change on conflict do nothing`,
      [who, kinds],
    );
  };
  return { database, db, transact, nextId, ledger, media, mediaFolder, as, bare, attempt, allowKinds, fund };
}
