import { setTimeout as pause } from 'node:timers/promises';
import type { FreshDatabase } from '@app/testkit';
import pg from 'pg';
import type { Below } from '../../trial/random.ts';
import { CustodyProcess, type Kills, NEVER } from './custody-process.ts';
import { type Outgoing, openOutgoing } from './outgoing.ts';
import type { Scene } from './scene.ts';
import { CHAIN, type Fault } from './terms.ts';

const ASSIGNED_MS_MAX = 60_000;
const EMAIL_HASH = `$argon2id$v=19$m=64,t=1,p=1$${'A'.repeat(22)}$${'B'.repeat(43)}`;

/** A database and everything that works on it. */
export type Books = {
  /** As a superuser. */
  readonly root: pg.Client;
  readonly custody: CustodyProcess;
  readonly outgoing: Outgoing;
  /** Ends custody and every connection. */
  close(): Promise<void>;
};

type BooksOptions = {
  readonly scene: Scene;
  readonly below: Below;
  readonly fault: Fault | undefined;
  readonly kills: Kills;
  /** A copy of books that were opened before: it has the users and their money. */
  readonly isCopy?: boolean;
};

/** Starts custody on a database, and opens accounts with addresses there. */
export async function openBooks(
  database: FreshDatabase,
  { scene, below, fault, kills, isCopy = false }: BooksOptions,
): Promise<Books> {
  const root = new pg.Client({ connectionString: database.urlOf('postgres') });
  await root.connect();
  const custody = new CustodyProcess(
    { ...scene.plan, url: database.urlOf('custody'), fault },
    { below, kills: fault === undefined ? kills : NEVER },
  );
  let outgoing: Outgoing | undefined;
  const close = async () => {
    await custody.stop();
    await outgoing?.close();
    await root.end();
  };
  try {
    await custody.start();
    if (!isCopy) await openAddresses(root, scene.addresses);
    outgoing = await openOutgoing({ root, database }, { below, isCopy });
    return { root, custody, outgoing, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Gives each user an address, once custody has derived some. */
async function openAddresses(root: pg.Client, expected: readonly string[]): Promise<void> {
  for (const [index, expectedAddress] of expected.entries()) {
    const user = index + 1;
    await root.query(
      `insert into user_account (id, email, password_hash, nickname, invite_code, risk_text_version, country)
       values ($1, $2, $3, 'Rig', $4, 1, 'TR')`,
      [user, `user-${user}@example.org`, EMAIL_HASH, `RIG${user}`],
    );
    if ((await assignAddress(root, user)) !== expectedAddress) throw new Error(`no own address for user ${user}`);
  }
}

/** Custody may have died in its first round, before it derived any: the next process does. */
async function assignAddress(root: pg.Client, user: number): Promise<string | undefined> {
  for (const endMs = performance.now() + ASSIGNED_MS_MAX; performance.now() < endMs; await pause(50)) {
    const { rows } = await root.query<{ address: string | null }>('select deposit_assign($1, $2) as address', [
      user,
      CHAIN,
    ]);
    if (rows[0]?.address != null) return rows[0].address;
  }
  return undefined;
}
