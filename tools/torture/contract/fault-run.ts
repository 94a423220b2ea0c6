import { setTimeout as pause } from 'node:timers/promises';
import type { TrialOptions } from '../../trial/trial.ts';
import { endRun, type FaultRun, untilTaken } from '../engines/fault-run.ts';
import { injectFaults } from '../engines/inject-faults.ts';
import { readOrderLogs } from '../engines/order-log.ts';
import type { PrivatePostgres } from '../private-postgres.ts';
import { auditContracts, type Report } from './audit.ts';
import { CONTRACT_FAULTS, GROUPS } from './faults.ts';
import type { Answer, Intent } from './intents.ts';
import { type Testbed, withTestbed } from './testbed.ts';

const CLIENTS = 20;
const RELOADS = { short: 1, long: 8 } as const;
const RECEIPTS = { short: 60, long: 1_000 } as const;
/** Nights, deliveries and sessions come every few seconds: a run has to see some of each, however soon its faults are over. */
const TRADING_MS_MIN = 25_000;

/** Injects faults of every group, one after the other, while clients trade. `onQuiet` is called after the last fault. */
export async function runFaults(
  postgres: PrivatePostgres,
  options: TrialOptions,
  onQuiet: () => void,
): Promise<Report & FaultRun> {
  const { short, seed } = options;
  const form = short ? 'short' : 'long';
  const plan = { injectedFault: 'none', engines: 2, clients: CLIENTS, seed } as const;
  return await withTestbed(postgres, plan, async (testbed) => {
    const faults = { groups: GROUPS, faults: CONTRACT_FAULTS, reloads: RELOADS[form] };
    const beganMs = performance.now();
    const injected = await injectFaults(testbed, faults, options);
    await pause(Math.max(0, beganMs + TRADING_MS_MIN - performance.now()));
    await testbed.endTrading();
    onQuiet();
    return await endRun(testbed, injected, {
      untilSettled,
      audit: ({ database, files }) =>
        auditContracts(database, { acks: readOrderLogs<Intent, Answer>(files), receiptsMax: RECEIPTS[form] }),
    });
  });
}

export const untilSettled = (testbed: Testbed): Promise<void> => untilTaken(testbed);
