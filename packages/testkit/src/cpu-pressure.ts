import { readFileSync } from 'node:fs';

const PLACE = '/proc/pressure/cpu';

/** Microseconds during which some runnable task had no processor, since the machine started; 0 where it is not reported. */
export function readWaitedUs(): number {
  try {
    return parseWaitedUs(readFileSync(PLACE, 'utf8'));
  } catch {
    return 0; // Not Linux, or a kernel without pressure figures.
  }
}

export const parseWaitedUs = (text: string): number => Number(/^some .*total=(\d+)$/m.exec(text)?.[1] ?? 0);

/** Measures from now on the CPU pressure: the share of the time, 0 to 1, in which some task waited for a processor. */
export function watchPressure(): () => number {
  const began = { ms: performance.now(), waitedUs: readWaitedUs() };
  return () => {
    const passedUs = (performance.now() - began.ms) * 1_000;
    return passedUs > 0 ? Math.min(1, (readWaitedUs() - began.waitedUs) / passedUs) : 0;
  };
}
