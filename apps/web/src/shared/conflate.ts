/** Acts soon when asked, and at most once in so many milliseconds however often it is asked: the last asking is never lost. */
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
