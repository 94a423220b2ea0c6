import { setTimeout as pause } from 'node:timers/promises';
import type { Trial, TrialOptions, Verdict } from '../../trial/trial.ts';
import { type PrivatePostgres, startPrivatePostgres } from '../private-postgres.ts';
import { allEnded, list, withClient } from '../rig.ts';
import type { Control } from './controls.ts';
import { describeRecoveries, type Injected } from './inject-faults.ts';
import { poll } from './load.ts';
import type { AnyIntent } from './order-log.ts';
import type { Testbed } from './testbed.ts';

/** What an audit found: acknowledgements, what happened, and counts of each kind of violation; only those that occurred. */
export type AuditReport = {
  readonly ok: number;
  readonly fail: number;
  readonly receipts: number;
  readonly wrongs: ReadonlyMap<string, number>;
  /** First violation of each kind in detail. */
  readonly details: readonly string[];
  /** Counts of what happened. */
  readonly activity: ReadonlyMap<string, number>;
};

/** Result of one run with faults. */
export type FaultRun = AuditReport &
  Injected & {
    readonly answers: ReadonlyMap<string, number>;
    readonly repeated: number;
    readonly ended: readonly string[];
    readonly broken: string | undefined;
  };

type AnyBed = Testbed<AnyIntent, unknown>;

/** Time limit for late answers, longer than any request's timeout. */
const LATE_MS_MAX = 8_000;
const TAKEN_MS_MAX = 60_000;

/** Ends a run: waits for late answers and for what prices ask for, stops the engines, and audits. */
export async function endRun<Bed extends AnyBed, Report extends AuditReport>(
  testbed: Bed,
  injected: Injected,
  { untilSettled, audit }: { untilSettled(testbed: Bed): Promise<void>; audit(testbed: Bed): Promise<Report> },
): Promise<Report & FaultRun> {
  const { load, cluster } = testbed;
  await poll(() => load.late === 0, 'late answers', LATE_MS_MAX).catch(() => {}); // Late answers may never arrive.
  await untilSettled(testbed);
  await cluster.stop(); // Something may still be due, and the audit reads one table after the other.
  const report = await audit(testbed);
  const { answers, repeated, broken } = load;
  return { ...report, ...injected, answers, repeated, broken, ended: cluster.ended };
}

/** Stops the prices, and waits until the engines have taken all of them and done what they stored. */
export async function untilTaken({ database, load, shard }: AnyBed, isDone = 'true'): Promise<void> {
  await pause(1_000); // The last receipts are sealed by the next block.
  load.isGated = true;
  await pause(500);
  await withClient(database.urlOf('postgres'), async (client) => {
    for (const endMs = performance.now() + TAKEN_MS_MAX; performance.now() < endMs; await pause(100)) {
      const { rows } = await client.query<{ done: boolean }>(
        `select (select block from engine_cursor where shard = $1) = (select max(number) from price_block)
                and not exists (select from engine_inbox where shard = $1) and ${isDone} as done`,
        [shard],
      );
      if (rows[0]?.done === true) return;
    }
  });
}

type Rig<Run extends FaultRun> = {
  readonly name: string;
  /** Injects faults into the product; calls `onQuiet` after the last one. */
  runFaults(postgres: PrivatePostgres, options: TrialOptions, onQuiet: () => void): Promise<Run>;
  runControls(postgres: PrivatePostgres, options: TrialOptions): Promise<readonly Control[]>;
  /** What must have happened in the run, or the claim says more than was tried. */
  readonly activities: readonly string[];
  /** Summarizes what the engines did in one line. */
  describe(run: Run): string;
};

/** Runs the product with faults and then its sabotaged builds, all of which must be detected. */
export const runRig =
  <Run extends FaultRun>({ name, runFaults, runControls, activities, describe }: Rig<Run>): Trial['run'] =>
  async (options) => {
    const postgres = await startPrivatePostgres(name);
    try {
      const quiet = Promise.withResolvers<void>();
      const [sound, controls] = await allEnded([
        runFaults(postgres, options, quiet.resolve).finally(quiet.resolve),
        quiet.promise.then(() => runControls(postgres, options)),
      ]);
      for (const line of describeRecoveries(sound)) options.print(line);
      options.print(`answers other than ok: ${list(sound.answers) || 'none'}`);
      for (const detail of sound.details) options.print(`first ${detail}`);
      for (const { figure } of controls) options.print(`sabotage ${figure}`);
      return judge(sound, controls, { activities, description: describe(sound) });
    } finally {
      await postgres.stop();
    }
  };

type Judged = { readonly activities: readonly string[]; readonly description: string };

/** Requires the whole claim to hold and every sabotage to be detected. */
function judge(sound: FaultRun, controls: readonly Control[], { activities, description }: Judged): Verdict {
  const { broken, wrongs, ended, activity, reloads, ok, fail, receipts, repeated } = sound;
  const idle = activities.filter((what) => (activity.get(what) ?? 0) === 0);
  const faults: readonly [isWrong: boolean, what: string][] = [
    [broken !== undefined, `BROKE OFF: ${broken}`],
    [wrongs.size > 0, `WRONG: ${list(wrongs)}`],
    [ended.length > 0, `ENDED BY ITSELF: ${ended.join(', ')}`],
    [reloads.made === 0, 'IDLE: no state was compared'],
    [reloads.differing > 0, `OTHER STATE after a reload: ${reloads.differing}`],
    [idle.length > 0, `IDLE: no ${idle.join(', no ')}`],
    ...controls.map(({ isDetected, figure }): [boolean, string] => [!isDetected, `THE RIG IS BLIND: ${figure}`]),
  ];
  const said = faults.filter(([isWrong]) => isWrong).map(([, what]) => what);
  const injected = [...sound.recoveriesMs.values()].reduce((sum, times) => sum + times.length, 0);
  const wrong = [...wrongs.values()].reduce((sum, times) => sum + times, 0);
  const figures = [
    `${injected} faults, ${ok} acknowledged, ${wrong} lost, duplicated, missed or mismatched, ${fail} refused`,
    description,
    `${receipts} receipts verified`,
    `states compared before and after ${reloads.made} reloads: ${reloads.differing} differ`,
    `${repeated} known only when asked again`,
  ].join(', ');
  const seen = `sabotages found out: ${controls.filter(({ isDetected }) => isDetected).length} of ${controls.length}`;
  return { holds: said.length === 0, figure: [...said, figures, seen].join('; ') };
}
