/**
 * Passes one call and drops the rest until `ms` have passed since the last that passed: for taps, which must not be
 * repeated later. What must not be lost uses `createThrottle` of the ui package.
 */
export function oncePer(ms: number, now: () => number) {
  let lastAt = Number.NEGATIVE_INFINITY;
  return (act: () => void): void => {
    if (now() - lastAt < ms) return;
    lastAt = now();
    act();
  };
}
