/**
 * Runs the action soon after a request, and at most once per interval however many requests arrive: the last request is
 * never lost.
 */
export function conflate(ms: number, act: () => void) {
  let lastAt = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const run = () => {
    timer = undefined;
    lastAt = performance.now();
    act();
  };
  return {
    trigger: () => {
      timer ??= setTimeout(run, Math.max(0, lastAt + ms - performance.now()));
    },
    end: () => {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}
