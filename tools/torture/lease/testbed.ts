import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { type Database, openDatabase } from '@app/server/platform/db/database';
import { openLog } from '@app/server/platform/process/log';
import { freshDatabase, fundAccounts, guardChild } from '@app/testkit';
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

const FUNDED = '1000000';

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
    await fundAccounts(
      database,
      'real',
      USERS.map((userId) => ({ userId, kind: 'exchange', currency: CURRENCY, amount: FUNDED })),
    );
    cluster = startCluster(database.urlOf('engine'), mode, seed);
    return await play({ cluster, worker, eye, hand });
  } finally {
    await cluster?.stop();
    await Promise.all(clients.map((client) => client.end().catch(() => {})));
    await worker.close();
  }
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
