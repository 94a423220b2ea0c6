import type { TrialOptions } from '../../trial/trial.ts';
import {
  type Control,
  killWhileAnswering,
  killWhileLocked,
  type Ordeal,
  runControls as runAll,
  tradeOnly,
} from '../engines/controls.ts';
import { lockAccounts } from '../engines/lock-accounts.ts';
import { readOrderLogs } from '../engines/order-log.ts';
import type { PrivatePostgres } from '../private-postgres.ts';
import { auditContracts } from './audit.ts';
import { untilSettled } from './fault-run.ts';
import { FINDINGS } from './findings.ts';
import type { Answer, Intent } from './intents.ts';
import { type Testbed, withTestbed } from './testbed.ts';

const CLIENTS = 16;
/** Builds of the short form, drawn by the seed: each costs about 20 s, and landings draw others. */
const SHORT_BUILDS = 1;
const RECEIPTS = 20;

const ORDEALS: readonly Ordeal<Testbed>[] = [
  {
    // What each of these changes leaves the others alone.
    sabotages: [
      { name: 'liquidation-a-tick-late', finds: [FINDINGS.liquidation] },
      { name: 'shortfall-by-user', finds: [FINDINGS.transfer] },
    ],
    play: tradeOnly(350),
  },
  {
    sabotages: [{ name: 'run-not-stored', finds: [FINDINGS.close, FINDINGS.liquidation, FINDINGS.stop] }],
    play: killWhileLocked((testbed, below) => lockAccounts(testbed, below, { kind: 'contract', isFatal: true })),
  },
  {
    sabotages: [{ name: 'answer-before-commit', finds: [FINDINGS.lost, 'lost as a record'] }],
    play: killWhileAnswering,
  },
  {
    sabotages: [{ name: 'tick-skipped', finds: [FINDINGS.liquidation, FINDINGS.stop, FINDINGS.close] }],
    play: tradeOnly(100),
  },
  {
    sabotages: [
      { name: 'nights-charged-twice', finds: [FINDINGS.nights] },
      { name: 'stop-on-older-block', finds: [FINDINGS.filled] },
    ],
    play: tradeOnly(120),
  },
];

export const runControls = (
  postgres: PrivatePostgres,
  options: Pick<TrialOptions, 'short' | 'seed'>,
): Promise<readonly Control[]> =>
  runAll(
    {
      ordeals: ORDEALS,
      shortBuilds: SHORT_BUILDS,
      withBuild: (injectedFault, seed, work) =>
        withTestbed(postgres, { injectedFault, engines: 1, clients: CLIENTS, seed }, work),
      audit: async (testbed) => {
        await untilSettled(testbed);
        await testbed.cluster.stop();
        const acks = readOrderLogs<Intent, Answer>(testbed.files);
        return await auditContracts(testbed.database, { acks, receiptsMax: RECEIPTS });
      },
    },
    options,
  );
