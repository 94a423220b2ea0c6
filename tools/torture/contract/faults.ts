import { setTimeout as pause } from 'node:timers/promises';
import type { FaultGroup } from '../engines/fault-groups.ts';
import { BATCH_POINTS, FAULTS_BY_NAME, type InjectFault } from '../engines/faults.ts';
import type { Below } from '../engines/terms.ts';
import { withClient } from '../rig.ts';
import type { Testbed } from './testbed.ts';

const LOCKED_MS = 700;
const LOCKED_MS_MORE = 900;

/**
 * Locks the accounts of some users, as a slow transfer elsewhere would: what prices trigger for them has to wait, and
 * nobody else. Half of the time the engine dies meanwhile.
 */
export async function lockAccounts(testbed: Testbed, below: Below, isFatal: boolean): Promise<number> {
  // The end of the connection ends the transaction too.
  return await withClient(testbed.database.urlOf('postgres'), async (client) => {
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
  });
}

type InjectContractFault = (testbed: Testbed, below: Below) => Promise<number>;

export const CONTRACT_FAULTS: Readonly<Record<string, InjectFault | InjectContractFault>> = {
  ...FAULTS_BY_NAME,
  'accounts locked': (testbed: Testbed, below: Below) => lockAccounts(testbed, below, false),
  'accounts locked and engine killed': (testbed: Testbed, below: Below) => lockAccounts(testbed, below, true),
};

const NAMED = 6;

/** Faults by kind, with the number of injections in the long form. */
export const GROUPS: readonly FaultGroup[] = [
  { short: 2, long: Object.fromEntries(BATCH_POINTS.map((point) => [`engine ${point}`, NAMED])) },
  { short: 1, long: { 'answer of COMMIT lost': NAMED, 'engine during COMMIT': NAMED } },
  { short: 1, long: { 'engine reloading': NAMED, 'engine at random': 20, 'clean stop': 3 } },
  { short: 1, long: { 'owner paused inside': 8, 'engines fighting': 4 } },
  { short: 1, long: { PostgreSQL: 10 } },
  { short: 1, long: { NATS: 8 } },
  { short: 1, long: { 'accounts locked': 6, 'accounts locked and engine killed': 10 } },
];
