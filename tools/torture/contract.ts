import type { Trial, Verdict } from '../trial/trial.ts';
import { type Control, runControls } from './contract/controls.ts';
import { type FaultRun, runFaults } from './contract/fault-run.ts';
import { startPrivatePostgres } from './private-postgres.ts';
import { allEnded, list } from './rig.ts';

/**
 * TT-08 and TT-09 for contracts: the engine on real services with faults injected everywhere, while prices liquidate,
 * stop and fill. Sabotaged builds must be detected.
 */
export const contractTorture: Trial = {
  name: 'contract',
  claim:
    'no acknowledged order is lost or done twice, and every liquidation, stop, limit and close happens once, at the very tick of its rule and to the last digit, whatever dies',
  touches: [
    'apps/server/src/engine/',
    'apps/server/src/modules/contract/',
    'apps/server/src/modules/ledger/',
    'apps/server/src/modules/proof/',
    'apps/server/src/platform/',
    'packages/domain/src/contract/',
    'packages/verifier/src/',
  ],
  seconds: 70,
  isMoney: true,
  run: async (options) => {
    const postgres = await startPrivatePostgres('contract');
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
      return judge(sound, controls);
    } finally {
      await postgres.stop();
    }
  },
};

/** What must have happened in the run, or the claim says more than was tried. */
const ACTIVITIES = [
  ...['closed by user', 'closed by stop', 'closed by profit', 'closed by liquidation', 'closed by reverse'],
  'closed by delivery',
  ...['limits filled', 'part closes', 'shortfalls', 'nights', 'charges', 'margin changes'],
];

/** Requires the whole claim to hold and every sabotage to be detected. */
function judge(sound: FaultRun, controls: readonly Control[]): Verdict {
  const { broken, wrongs, ended, activity, reloads } = sound;
  const idle = ACTIVITIES.filter((what) => (activity.get(what) ?? 0) === 0);
  const faults: readonly [isWrong: boolean, what: string][] = [
    [broken !== undefined, `BROKE OFF: ${broken}`],
    [wrongs.size > 0, `WRONG: ${list(wrongs)}`],
    [ended.length > 0, `ENDED BY ITSELF: ${ended.join(', ')}`],
    [reloads.made === 0, 'IDLE: no state was compared'],
    [reloads.differing > 0, `OTHER POSITIONS after a reload: ${reloads.differing}`],
    [idle.length > 0, `IDLE: no ${idle.join(', no ')}`],
    ...controls.map(({ isDetected, figure }): [boolean, string] => [!isDetected, `THE RIG IS BLIND: ${figure}`]),
  ];
  const said = faults.filter(([isWrong]) => isWrong).map(([, what]) => what);
  const seen = `sabotages found out: ${controls.filter(({ isDetected }) => isDetected).length} of ${controls.length}`;
  return { holds: said.length === 0, figure: [...said, describe(sound), seen].join('; ') };
}

/** Summarizes one run in one line. */
function describe({ ok, fail, positions, settlements, ticks, receipts, wrongs, activity, ...run }: FaultRun): string {
  const faults = [...run.recoveriesMs.values()].reduce((sum, times) => sum + times.length, 0);
  const wrong = [...wrongs.values()].reduce((sum, times) => sum + times, 0);
  return [
    `${faults} faults, ${ok} acknowledged, ${wrong} lost, duplicated, missed or mismatched, ${fail} refused`,
    `${settlements} settlements of ${positions} positions at ${ticks} ticks (${list(activity)})`,
    `${receipts} receipts verified`,
    `positions compared before and after ${run.reloads.made} reloads: ${run.reloads.differing} differ`,
    `${run.repeated} known only when asked again`,
  ].join(', ');
}

/** Formats the recovery time of each kind of fault. */
const describeRecoveries = ({ recoveriesMs }: FaultRun): string[] =>
  [...recoveriesMs].sort().map(([name, times]) => {
    const sorted = [...times].sort((a, b) => a - b);
    return `${name}: ${times.length} times, recovery median ${sorted[times.length >> 1]} ms, max ${sorted.at(-1)} ms`;
  });
