import { setTimeout as pause } from 'node:timers/promises';
import { expectDefined } from '@app/base';
import { seeded } from '../../trial/random.ts';
import type { TrialOptions } from '../../trial/trial.ts';
import { reloadStates } from '../engines/compare-states.ts';
import { drawTimes } from '../engines/fault-groups.ts';
import { drawSchedule, untilRecovered } from '../engines/faults.ts';
import { poll } from '../engines/load.ts';
import { readOrderLogs } from '../engines/order-log.ts';
import type { PrivatePostgres } from '../private-postgres.ts';
import { withClient } from '../rig.ts';
import { auditContracts, type Report } from './audit.ts';
import { CONTRACT_FAULTS, GROUPS } from './faults.ts';
import type { Answer, Intent } from './intents.ts';
import { SHARD } from './terms.ts';
import { type Testbed, withTestbed } from './testbed.ts';

/** Result of one run with faults. */
export type FaultRun = Report & {
  readonly recoveriesMs: ReadonlyMap<string, readonly number[]>;
  readonly answers: ReadonlyMap<string, number>;
  readonly repeated: number;
  readonly ended: readonly string[];
  /** States that were compared with their rows before and after a reload. */
  readonly reloads: { readonly made: number; readonly differing: number };
  readonly broken: string | undefined;
};

const CLIENTS = 20;
/** How often what the engines have in memory is compared with a fresh load. */
const RELOADS = { short: 1, long: 8 } as const;
const SWING_MIN = 12;
const SWING_MS_MAX = 120_000;
/** Time limit for late answers, longer than any request's timeout. */
const LATE_MS_MAX = 8_000;
const SETTLED_MS_MAX = 60_000;
const RECEIPTS = { short: 200, long: 1_000 } as const;

/** Injects faults of every group, one after the other, while clients trade. `onQuiet` is called after the last fault. */
export async function runFaults(
  postgres: PrivatePostgres,
  { short, seed, print }: TrialOptions,
  onQuiet: () => void,
): Promise<FaultRun> {
  const form = short ? 'short' : 'long';
  const plan = { injectedFault: 'none', engines: 2, clients: CLIENTS, seed } as const;
  return await withTestbed(postgres, plan, async (testbed) => {
    const recoveriesMs = new Map<string, number[]>();
    const reloads = { made: 0, differing: 0 };
    const below = seeded(seed);
    const schedule = drawSchedule(drawTimes(GROUPS, seed), { short, seed });
    const comparedEvery = Math.floor(schedule.length / RELOADS[form]);
    const { load, cluster } = testbed;
    for (const [index, name] of schedule.entries()) {
      if (load.broken !== undefined) break;
      await cluster.untilWhole();
      load.recent = [];
      const isInSwing = () => load.recent.length >= SWING_MIN || load.broken !== undefined;
      await poll(isInSwing, `the load in full swing before ${name}`, SWING_MS_MAX);
      const injectFault = expectDefined(CONTRACT_FAULTS[name], `the fault ${name}`);
      const atMs = await injectFault(testbed, below);
      recoveriesMs.set(name, [...(recoveriesMs.get(name) ?? []), await untilRecovered(testbed, atMs)]);
      if ((index + 1) % comparedEvery === 0 && load.broken === undefined) {
        reloads.made += 1;
        reloads.differing += await reloadStates(testbed, [SHARD]);
      }
      if (index % 20 === 19) print(`${index + 1} of ${schedule.length} faults, ${load.acknowledged} acknowledged`);
    }
    await testbed.endTrading();
    onQuiet();
    await poll(() => load.late === 0, 'late answers', LATE_MS_MAX).catch(() => {}); // Late answers may never arrive.
    await untilSettled(testbed);
    await cluster.stop(); // Nights may still be charged, and the audit reads one table after the other.
    const acks = readOrderLogs<Intent, Answer>(testbed.files);
    const report = await auditContracts(testbed.database, {
      acks,
      receiptsMax: RECEIPTS[form],
    });
    const { answers, repeated, broken } = load;
    return { ...report, recoveriesMs, answers, repeated, broken, ended: cluster.ended, reloads };
  });
}

/** Stops the prices, and waits until the engines have done all that they ask for. */
export async function untilSettled({ database, load }: Testbed): Promise<void> {
  await pause(1_000); // The last receipts are sealed by the next block.
  load.isGated = true;
  await pause(500);
  await withClient(database.urlOf('postgres'), async (client) => {
    for (const endMs = performance.now() + SETTLED_MS_MAX; performance.now() < endMs; await pause(100)) {
      const { rows } = await client.query<{ done: boolean }>(
        `select (select block from engine_cursor where shard = $1) = (select max(number) from price_block)
                and not exists (select from engine_inbox where shard = $1) as done`,
        [SHARD],
      );
      if (rows[0]?.done === true) return;
    }
  });
}
