import { areTestsLong } from './config.ts';
import { watchPressure } from './cpu-pressure.ts';

/** A busy machine may be late by this factor at most; what takes longer is slow whatever ran beside it. */
const FACTOR_MAX = 8;

type Conditions = {
  /** Starts to measure the CPU pressure. */
  readonly watch?: typeof watchPressure;
  /** Whether limits hold exactly: in the long form of the tests, beside which nothing else runs. */
  readonly isExact?: boolean;
  readonly print?: (line: string) => void;
};

/**
 * Throws if `measure` finds more milliseconds than the limit. While other work takes the processors, the limit is longer:
 * divided by the share of the measured time in which nobody waited for one. Prints the figure and the factor.
 */
export async function soon(
  what: string,
  limitMs: number,
  measure: () => Promise<number>,
  { watch = watchPressure, isExact = areTestsLong(), print = printLine }: Conditions = {},
): Promise<void> {
  const pressure = watch();
  const ms = await measure();
  const factor = isExact ? 1 : factorAt(pressure());
  const line = `${what}: ${Math.round(ms)} ms of ${limitMs} × ${factor.toFixed(1)}`;
  print(line);
  if (!(ms <= limitMs * factor)) throw new Error(`too late: ${line}`); // Also if it is not a number.
}

/** Returns the milliseconds that some work takes. */
export async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const beganMs = performance.now();
  await work();
  return performance.now() - beganMs;
}

const factorAt = (pressure: number): number => Math.min(FACTOR_MAX, 1 / (1 - pressure));

const printLine = (line: string): void => {
  process.stdout.write(`${line}\n`);
};
