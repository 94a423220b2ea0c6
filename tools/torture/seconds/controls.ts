import { setTimeout as pause } from 'node:timers/promises';
import type { TrialOptions } from '../../trial/trial.ts';
import {
  type Control,
  killWhileAnswering,
  killWhileLocked,
  type Ordeal,
  runControls as runAll,
  trading,
} from '../engines/controls.ts';
import { lockAccounts } from '../engines/lock-accounts.ts';
import { readOrderLogs } from '../engines/order-log.ts';
import type { PrivatePostgres } from '../private-postgres.ts';
import { withClient } from '../rig.ts';
import { auditBets } from './audit.ts';
import { untilSettled } from './fault-run.ts';
import { FINDINGS } from './findings.ts';
import type { Answer, Intent } from './intents.ts';
import { LIFE_MS_MAX } from './terms.ts';
import { type Testbed, withTestbed } from './testbed.ts';

const CLIENTS = 12;
const RECEIPTS = 10;

const lock: Parameters<typeof killWhileLocked<Testbed>>[0] = (testbed, below) =>
  lockAccounts(testbed, below, { kind: 'seconds', isFatal: true });

/** The first build, which has the faults that must always be tried, is that of the short form. */
const ORDEALS: readonly Ordeal<Testbed>[] = [
  {
    // What each of these changes leaves the others alone.
    sabotages: [
      { name: 'exit-by-acceptance-time', finds: [FINDINGS.exit] },
      { name: 'flat-counted-as-loss', finds: [FINDINGS.outcome] },
      { name: 'settled-twice', finds: [FINDINGS.twice] },
      { name: 'result-writable-by-api', finds: [FINDINGS.writable] },
    ],
    play: untilEnded,
  },
  {
    sabotages: [{ name: 'run-not-stored', finds: [FINDINGS.entry, FINDINGS.exit] }],
    play: killWhileLocked(lock),
  },
  {
    sabotages: [{ name: 'answer-before-commit', finds: [FINDINGS.lost, 'lost as a record'] }],
    play: killWhileAnswering,
  },
  {
    sabotages: [{ name: 'tick-skipped', finds: [FINDINGS.entry, FINDINGS.exit] }],
    play: (testbed) => trading(testbed, 150),
  },
];

export const runControls = (
  postgres: PrivatePostgres,
  options: Pick<TrialOptions, 'short' | 'seed'>,
): Promise<readonly Control[]> =>
  runAll(
    {
      ordeals: options.short ? ORDEALS.slice(0, 1) : ORDEALS,
      shortBuilds: 1,
      withBuild: (injectedFault, seed, work) =>
        withTestbed(postgres, { injectedFault, engines: 1, clients: CLIENTS, seed }, work),
      audit: async (testbed) => {
        await untilSettled(testbed);
        await testbed.cluster.stop();
        const acks = readOrderLogs<Intent, Answer>(testbed.files);
        return await auditBets(testbed.database, { acks, receiptsMax: RECEIPTS });
      },
    },
    options,
  );

const FLATS = 5;

/** Bets until some have ended at the price at which they began. */
async function untilEnded({ database }: Testbed): Promise<void> {
  await withClient(database.urlOf('postgres'), async (client) => {
    for (const endMs = performance.now() + 2 * LIFE_MS_MAX; performance.now() < endMs; await pause(200)) {
      const { rows } = await client.query<{ flats: number }>(
        'select count(*)::int as flats from seconds_settlement where exit_price = entry_price',
      );
      if ((rows[0]?.flats ?? 0) >= FLATS) return;
    }
  });
}
