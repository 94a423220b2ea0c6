import type { Verdict } from '../trial/trial.ts';
import type { AckReport } from './ack-audit.ts';

export const RECOVERY_MS_MAX = 2_000;
/** Recovery limit of a short run on a busy machine; the long form judges the aim, and the figure is always reported. */
export const RECOVERY_MS_MAX_IF_SHORT = 30_000;
export const ACKNOWLEDGED_PER_KILL_MIN = 100;

/** Result of one run with kills. */
export type Result = AckReport & {
  readonly name: string;
  readonly recoveriesMs: readonly number[];
  readonly broken: string | undefined;
  readonly recognised: number;
  readonly unheard: number;
  readonly leaked: number;
};

/** Requires the whole claim to hold and every control to have lost something: a rig that never fails proves nothing. */
export function judge(real: Result, controls: readonly Result[], recoveryMsMax: number): Verdict {
  const faults = [...faultsOf(real, recoveryMsMax), ...controls.flatMap(blindnessOf)];
  const shown = controls.map(({ name, lost, ok, recoveriesMs }) => {
    return `control ${name}: ${lost} of ${ok} lost in ${recoveriesMs.length} kills`;
  });
  return { holds: faults.length === 0, figure: [...faults, describe(real), ...shown].join('; ') };
}

const blindnessOf = ({ name, lost, broken }: Result): string[] => [
  ...(broken === undefined ? [] : [`${name.toUpperCase()} BROKE OFF at ${broken}`]),
  ...(lost > 0 ? [] : [`THE RIG CANNOT SEE LOSSES: ${name} lost none`]),
];

function faultsOf(
  { ok, lost, wrongs, recoveriesMs, broken, unheard, leaked }: Result,
  recoveryMsMax: number,
): string[] {
  const faults: [isWrong: boolean, what: string][] = [
    [broken !== undefined, `BROKE OFF at ${broken}`],
    [lost > 0, `LOST ${lost}`],
    [wrongs.size > 0, `WRONG: ${list(wrongs)}`],
    [recoveriesMs.some((ms) => ms >= recoveryMsMax), `SLOW: a recovery took ${Math.max(...recoveriesMs)} ms`],
    [ok < ACKNOWLEDGED_PER_KILL_MIN * recoveriesMs.length, `IDLE: only ${ok} acknowledged`],
    [unheard > 0, `CRASH: ${unheard} connection errors that nobody listens to would have ended the process`],
    [leaked > 0, `LEAK: ${leaked} connections never given back to the pool`],
  ];
  return faults.filter(([isWrong]) => isWrong).map(([, what]) => what);
}

/** Summarizes one run in one line. */
export function describe({ ok, fail, lost, wrongs, recognised, recoveriesMs }: Result): string {
  const sorted = [...recoveriesMs].sort((a, b) => a - b);
  const recovery = `recovery p50 ${sorted[sorted.length >> 1] ?? 0} ms, max ${sorted.at(-1) ?? 0} ms`;
  const mismatched = [...wrongs.values()].reduce((sum, found) => sum + found, 0);
  return [
    `${ok} acknowledged, ${lost} lost, ${mismatched} mismatched, ${fail} refused`,
    `${recognised} recognised when sent again, ${sorted.length} kills, ${recovery}`,
  ].join(', ');
}

/** Formats counts as `3 × this, 2 × that`. */
export const list = (counts: ReadonlyMap<string, number>) =>
  [...counts].map(([what, n]) => `${n} × ${what}`).join(', ');
