import { setTimeout as pause } from 'node:timers/promises';
import type { TrialOptions } from '../../trial/trial.ts';
import { endRun, type FaultRun, untilTaken } from '../engines/fault-run.ts';
import { injectFaults } from '../engines/inject-faults.ts';
import { readOrderLogs } from '../engines/order-log.ts';
import type { PrivatePostgres } from '../private-postgres.ts';
import { withClient } from '../rig.ts';
import { auditBets, type Report } from './audit.ts';
import { GROUPS, SECONDS_FAULTS } from './faults.ts';
import type { Answer, Intent } from './intents.ts';
import { LIFE_MS_MAX } from './terms.ts';
import { type Testbed, withTestbed } from './testbed.ts';

const CLIENTS = 16;
const RELOADS = { short: 1, long: 6 } as const;
/** Receipts that are verified with all their proofs; the chain and the statistics are recomputed from every one. */
const RECEIPTS = { short: 50, long: 1_500 } as const;

/** Injects faults of every group, one after the other, while clients bet. `onQuiet` is called after the last fault. */
export async function runFaults(
  postgres: PrivatePostgres,
  options: TrialOptions,
  onQuiet: () => void,
): Promise<Report & FaultRun> {
  const { short, seed } = options;
  const form = short ? 'short' : 'long';
  const plan = { injectedFault: 'none', engines: 2, clients: CLIENTS, seed } as const;
  return await withTestbed(postgres, plan, async (testbed) => {
    const faults = { groups: GROUPS, faults: SECONDS_FAULTS, reloads: RELOADS[form] };
    const injected = await injectFaults(testbed, faults, options);
    await testbed.endTrading();
    onQuiet();
    return await endRun(testbed, injected, {
      untilSettled,
      audit: ({ database, files }) =>
        auditBets(database, { acks: readOrderLogs<Intent, Answer>(files), receiptsMax: RECEIPTS[form] }),
    });
  });
}

const OPEN = `select from seconds_bet where status in ('waiting', 'running')`;
/** Open bets whose window has passed, by the last block. */
const DUE = `
  select from seconds_bet b, (select (extract(epoch from max(at)) * 1000)::bigint as ms from price_block) last
   where case status when 'waiting' then least(accepted_ms + entry_delay_ms + void_after_ms, cancel_ms + cancel_lead_ms)
                     when 'running' then entry_ms + seconds * 1000 + void_after_ms end <= last.ms`;

/** Lets every bet end, then stops the prices and waits until the engine has done what they ask for. */
export async function untilSettled(testbed: Testbed): Promise<void> {
  await withClient(testbed.database.urlOf('postgres'), async (client) => {
    for (const endMs = performance.now() + 2 * LIFE_MS_MAX; performance.now() < endMs; await pause(200)) {
      const { rows } = await client.query(`${OPEN} limit 1`);
      if (rows.length === 0) return;
    }
  });
  await untilTaken(testbed, `not exists (${DUE})`);
}
