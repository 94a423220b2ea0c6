import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { externalAccount, move, userAccount } from '@app/domain/ledger';
import { type Amount, parseDecimal } from '@app/money';
import { createLedger } from '@app/server/modules/ledger';
import { type Database, openDatabase } from '@app/server/platform/db/database';
import { transactOn } from '@app/server/platform/db/transact';
import { claimWriter } from '@app/server/platform/db/writer';
import { openLog } from '@app/server/platform/process/log';
import { freshDatabase, guardChild } from '@app/testkit';
import pg from 'pg';
import { createEventWaiter, hasEnded, isAlive } from '../rig.ts';
import { CURRENCY, type Message, type Mode, USERS } from './terms.ts';

/** One database with funded accounts, two competing owners, and the rig's connections. */
export type Testbed = {
  readonly cluster: EngineCluster;
  /** Connection for the auditor and for reading histories like the owners. */
  readonly worker: Database;
  /** Administrator connections: one for observation, one that may wait for a lock. */
  readonly eye: pg.Client;
  readonly hand: pg.Client;
};

const FUNDED = parseDecimal<Amount>('1000000');

/** Prepares the testbed, runs `play`, and always stops all processes; the database is removed with its server. */
export async function withTestbed<Value>(
  adminUrl: string,
  { mode, seed }: { mode: Mode; seed: number },
  play: (testbed: Testbed) => Promise<Value>,
): Promise<Value> {
  const database = await freshDatabase(adminUrl);
  const worker = openDatabase({ url: database.urlOf('worker'), connectionsMax: 2 }, openLog('lease', 'silent'));
  const clients = [0, 1].map(() => new pg.Client({ connectionString: database.urlOf('postgres') }));
  const [eye, hand] = clients as [pg.Client, pg.Client]; // Two were created.
  let cluster: EngineCluster | undefined;
  try {
    for (const client of clients) client.on('error', () => {}); // Its query fails too, with the error.
    await Promise.all(clients.map((client) => client.connect()));
    await fund(worker);
    cluster = startCluster(database.urlOf('engine'), mode, seed);
    return await play({ cluster, worker, eye, hand });
  } finally {
    await cluster?.stop();
    await Promise.all(clients.map((client) => client.end().catch(() => {})));
    await worker.close();
  }
}

async function fund({ db }: Database): Promise<void> {
  const ledger = createLedger(await claimWriter(db));
  const external = externalAccount('torture', CURRENCY);
  const wallets = USERS.map((user) => userAccount(user, 'wallet', CURRENCY));
  await ledger.open(db, 'real', [external, ...wallets]);
  const transfers = wallets.map((wallet) => ({
    kind: 'torture.fund',
    ref: wallet.owner,
    mode: 'real' as const,
    entries: move(FUNDED, external, wallet),
  }));
  await transactOn(db)((tx) => ledger.post(tx, transfers));
}

export type OwnerEvent = Message & { readonly from: string };

/** Processes that compete for the lease, and all their messages. */
type EngineCluster = {
  readonly event: readonly OwnerEvent[];
  /** Resolves with the first matching message from now on; undefined on timeout. */
  next(fits: (event: OwnerEvent) => boolean, withinMs: number): Promise<OwnerEvent | undefined>;
  signal(name: string, signal: NodeJS.Signals): void;
  /** Stops all of them, including paused ones, and returns those that had exited by themselves. */
  stop(): Promise<readonly string[]>;
};

const NAMES = ['a', 'b'] as const;
const FILE = join(import.meta.dirname, 'owner.ts');

/** Starts two owners, which always end with the rig. */
function startCluster(url: string, mode: Mode, seed: number): EngineCluster {
  const event: OwnerEvent[] = [];
  const { push, next } = createEventWaiter<OwnerEvent>();
  const children = new Map<string, ChildProcess>();
  for (const [index, name] of NAMES.entries()) {
    const child = fork(FILE, [url, name, mode, String(seed + index)], { execArgv: [] });
    guardChild(child, { signal: 'SIGKILL' });
    child.on('message', (message) => {
      event.push({ ...(message as Message), from: name }); // Only owner.ts sends here.
      push({ ...(message as Message), from: name });
    });
    children.set(name, child);
  }
  const killAll = () => {
    for (const child of children.values()) child.kill('SIGKILL');
  };
  return {
    event,
    next,
    signal: (name, signal) => children.get(name)?.kill(signal),
    stop: async () => {
      const gone = [...children].filter(([, child]) => !isAlive(child)).map(([name]) => name);
      killAll();
      await Promise.all([...children.values()].map(hasEnded));
      return gone;
    },
  };
}
