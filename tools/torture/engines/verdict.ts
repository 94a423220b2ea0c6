import type { Verdict } from '../../trial/trial.ts';
import { list } from '../rig.ts';
import type { Control } from './controls.ts';
import { median } from './inject-faults.ts';
import type { FaultRun } from './run-rig.ts';
import { idleOf } from './until-active.ts';

type Demanded = { readonly activities: readonly string[]; readonly recoveryMsMax: number | undefined };

/** Requires the whole claim to hold and every sabotage to be detected. */
export function judge(run: FaultRun, controls: readonly Control[], demanded: Demanded): Verdict {
  const said = [...faultsOf(run, demanded), ...controls.flatMap(blindnessOf)];
  const seen = `sabotages found out: ${controls.filter(({ isDetected }) => isDetected).length} of ${controls.length}`;
  return { holds: said.length === 0, figure: [...said, describe(run), seen].join('; ') };
}

const blindnessOf = ({ isDetected, figure }: Control) => (isDetected ? [] : [`THE RIG IS BLIND: ${figure}`]);

function faultsOf(
  { broken, wrongs, ended, activity, compared, recoveriesMs }: FaultRun,
  { activities, recoveryMsMax = Number.POSITIVE_INFINITY }: Demanded,
): string[] {
  const idle = idleOf(activities, activity);
  const slow = [...recoveriesMs].filter(([, times]) => median(times) >= recoveryMsMax).map(([name]) => name);
  const faults: readonly [isWrong: boolean, what: string][] = [
    [broken !== undefined, `BROKE OFF: ${broken}`],
    [wrongs.size > 0, `WRONG: ${list(wrongs)}`],
    [ended.length > 0, `ENDED BY ITSELF: ${ended.join(', ')}`],
    [compared.reloads === 0, 'IDLE: no state was compared'],
    [compared.differing > 0, `OTHER STATE after a reload: ${compared.differing}`],
    [slow.length > 0, `SLOW: ${slow.join(', ')}`],
    [idle.length > 0, `IDLE: no ${idle.join(', no ')}`],
  ];
  return faults.filter(([isWrong]) => isWrong).map(([, what]) => what);
}

/** Summarizes a run in one line. */
function describe(run: FaultRun): string {
  const { ok, fail, wrongs, recoveriesMs, replayed, activity, receipts, compared } = run;
  const injected = [...recoveriesMs.values()].reduce((sum, times) => sum + times.length, 0);
  const wrong = [...wrongs.values()].reduce((sum, times) => sum + times, 0);
  return [
    `${injected} faults, ${ok} acknowledged, ${wrong} lost, duplicated, missed or mismatched, ${fail} refused`,
    `${replayed} (${list(activity)})`,
    `${receipts} receipts verified`,
    `states compared ${compared.faults} times after a fault, before and after ${compared.reloads} reloads: ${compared.differing} differ`,
  ].join(', ');
}
