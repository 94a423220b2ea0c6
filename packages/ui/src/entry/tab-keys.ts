const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };

/** Returns the tab a key moves to: the arrows wrap around, Home and End go to the ends; undefined for any other key. */
export function tabAfter(key: string, from: number, count: number): number | undefined {
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  const step = STEPS[key];
  return step === undefined ? undefined : (from + step + count) % count;
}
