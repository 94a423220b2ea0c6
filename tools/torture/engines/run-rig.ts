import { seeded } from '../../trial/random.ts';
import type { Trial, TrialOptions } from '../../trial/trial.ts';
import { type PrivatePostgres, startPrivatePostgres } from '../private-postgres.ts';
import { allEnded, list } from '../rig.ts';
import { type AuditReport, auditRun } from './audit.ts';
import { runControls } from './controls.ts';
import { describeRecoveries, type Injected, injectFaults } from './inject-faults.ts';
import { poll } from './load.ts';
import type { AnyIntent } from './order-log.ts';
import type { ProductRig } from './product-rig.ts';
import { withTestbed } from './testbed.ts';
import { untilActive } from './until-active.ts';
import { judge } from './verdict.ts';

/** Result of one run with faults. */
export type FaultRun = AuditReport &
  Injected & {
    readonly answers: ReadonlyMap<string, number>;
    readonly ended: readonly string[];
    readonly broken: string | undefined;
  };

/** Runs a product with faults and then its sabotaged builds, all of which must be detected. */
export const runRig =
  <Intent extends AnyIntent, Answer>(rig: ProductRig<Intent, Answer>): Trial['run'] =>
  async (options) => {
    const postgres = await startPrivatePostgres(rig.name);
    try {
      const quiet = Promise.withResolvers<void>();
      const [sound, controls] = await allEnded([
        runFaults(postgres, rig, { options, onQuiet: quiet.resolve }).finally(quiet.resolve),
        quiet.promise.then(() => runControls(postgres, rig, options)),
      ]);
      for (const line of describeRecoveries(sound)) options.print(line);
      options.print(`answers other than ok: ${list(sound.answers) || 'none'}`);
      for (const detail of sound.details) options.print(`first ${detail}`);
      for (const { figure } of controls) options.print(`sabotage ${figure}`);
      const recoveryMsMax = rig.faults.recoveryMsMax?.[options.short ? 'short' : 'long'];
      return judge(sound, controls, { activities: rig.activities, recoveryMsMax });
    } finally {
      await postgres.stop();
    }
  };

/** Time limit for late answers, longer than any request's timeout. */
const LATE_MS_MAX = 8_000;
const ENGINES = 2;

type Run = { readonly options: TrialOptions; readonly onQuiet: () => void };

/**
 * Injects faults while clients trade, waits for late answers and for what prices ask for, stops the engines, and audits.
 * `onQuiet` is called when trading has ended.
 */
async function runFaults<Intent extends AnyIntent, Answer>(
  postgres: PrivatePostgres,
  rig: ProductRig<Intent, Answer>,
  { options, onQuiet }: Run,
): Promise<FaultRun> {
  const { short, seed } = options;
  const plan = { injectedFault: 'none', engines: ENGINES, clients: rig.faults.clients, seed };
  return await withTestbed(postgres, plan, rig, async (testbed) => {
    const { load, cluster } = testbed;
    const injected = await injectFaults(testbed, rig, options);
    await untilActive(testbed, { ...rig, activity: rig.audit.activity }, seeded(seed));
    await testbed.endTrading();
    onQuiet();
    await poll(() => load.late === 0, 'late answers', LATE_MS_MAX).catch(() => {}); // Late answers may never arrive.
    await rig.untilSettled(testbed);
    await cluster.stop(); // Something may still be due, and the audit reads one table after the other.
    const report = await auditRun(testbed, rig.audit, short ? 'short' : 'long');
    return { ...report, ...injected, answers: load.answers, broken: load.broken, ended: cluster.ended };
  });
}
