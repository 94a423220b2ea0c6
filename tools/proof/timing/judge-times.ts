import { guarantee, judge, type Line, timed } from '../../trial/aims.ts';
import type { Verdict } from '../../trial/trial.ts';

export const CHANCE = 0.01;
/** Injected delay that the measurement should detect. */
export const PLANTED_AIM_MS = 5;

/** Chances that the measured times come from one distribution: of real answers, and where a delay was injected. */
export type Compared = {
  readonly name: string;
  readonly p: number;
  readonly planted: number;
  readonly plantedMs: number;
};

const linesOf = ({ name, p, planted, plantedMs }: Compared): Line[] => [
  guarantee(`${name}: existing against unknown accounts p = ${p.toExponential(1)}, more than ${CHANCE}`, p > CHANCE),
  guarantee(`${name}: ${plantedMs} ms planted p = ${planted.toExponential(1)}, at most ${CHANCE}`, planted <= CHANCE),
  timed(`${name}: delay found`, plantedMs, PLANTED_AIM_MS),
];

/**
 * Judges all comparisons. One that misses even the largest injected delay shows nothing: without a difference found
 * elsewhere there is no verdict, so it throws.
 */
export function judgeTimes(compared: readonly Compared[], pairs: number): Verdict {
  const blind = compared.filter(({ p, planted }) => p > CHANCE && planted > CHANCE);
  if (blind.length > 0 && compared.every(({ p }) => p > CHANCE)) {
    const names = blind.map(({ name, plantedMs }) => `${plantedMs} ms of ${name}`).join(', ');
    throw new Error(`the measurement proves nothing, the machine is too busy: it did not find ${names}`);
  }
  const figures = compared.map(
    ({ name, p, planted, plantedMs }) =>
      `${name} p = ${p.toFixed(3)} where ${plantedMs} ms planted have p = ${planted.toFixed(3)}`,
  );
  return judge(compared.flatMap(linesOf), `${pairs} interleaved pairs or more: ${figures.join(', ')}`);
}
