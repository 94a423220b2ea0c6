import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { BATCH_POINTS, FAULTS_BY_NAME, type InjectFault, type Times } from '../engines/faults.ts';
import type { Below } from '../engines/terms.ts';
import type { Testbed } from './testbed.ts';

const LOCKED_MS = 700;
const LOCKED_MS_MORE = 900;

/**
 * Locks the accounts of some users, as a slow transfer elsewhere would: what prices trigger for them has to wait, and
 * nobody else. Half of the time the engine dies meanwhile.
 */
export async function lockAccounts(testbed: Testbed, below: Below, isFatal: boolean): Promise<number> {
  const client = new pg.Client({ connectionString: testbed.database.urlOf('postgres') });
  await client.connect();
  try {
    await client.query('begin');
    await client.query(
      `select from ledger_account where kind = 'contract' and book = 'demo' and id % 2 = $1 for update`,
      [below(2)],
    );
    await pause(LOCKED_MS + below(LOCKED_MS_MORE));
    if (isFatal) testbed.cluster.signal(testbed.cluster.ownerOf(testbed.shard), 'SIGKILL');
    const atMs = performance.now();
    await pause(below(LOCKED_MS));
    return atMs;
  } finally {
    await client.end(); // It ends the transaction too.
  }
}

type InjectContractFault = (testbed: Testbed, below: Below) => Promise<number>;

export const CONTRACT_FAULTS: Readonly<Record<string, InjectFault | InjectContractFault>> = {
  ...FAULTS_BY_NAME,
  'accounts locked': (testbed: Testbed, below: Below) => lockAccounts(testbed, below, false),
  'accounts locked and engine killed': (testbed: Testbed, below: Below) => lockAccounts(testbed, below, true),
};

const NAMED: Times = { short: 1, long: 6 };

/** Number of injections of each fault. */
export const TIMES: Readonly<Record<string, Times>> = {
  ...Object.fromEntries(BATCH_POINTS.map((point) => [`engine ${point}`, NAMED])),
  'engine during COMMIT': NAMED,
  'engine reloading': NAMED,
  'engine at random': { short: 1, long: 20 },
  PostgreSQL: { short: 1, long: 10 },
  NATS: { short: 1, long: 8 },
  'owner paused inside': { short: 1, long: 8 },
  'engines fighting': { short: 0, long: 4 },
  'clean stop': { short: 0, long: 3 },
  'accounts locked': { short: 1, long: 6 },
  'accounts locked and engine killed': { short: 1, long: 10 },
};
