/** Lets something happen at most so often in any second, as soon as it may. */
export type Pace = {
  /** There is something to do: now if that is allowed, else as soon as it is. */
  trigger(): void;
  stop(): void;
};

const SECOND_MS = 1_000;

/**
 * Turns are evenly apart: nothing ever waits longer than one of them. (Spending the turns of a second as soon as news come
 * looks quicker, but prices have a beat of their own, and a beat that drifts against the window waited twice as long.)
 * `act` answers whether it did anything; what did nothing does not count.
 */
export function createPace(timesASecond: number, act: () => boolean): Pace {
  const apartMs = Math.ceil(SECOND_MS / timesASecond);
  let lastMs = Number.NEGATIVE_INFINITY;
  let timer: NodeJS.Timeout | undefined;
  const go = () => {
    clearTimeout(timer);
    timer = undefined;
    if (act()) lastMs = performance.now();
  };
  return {
    trigger: () => {
      const leftMs = lastMs + apartMs - performance.now();
      if (leftMs <= 0) go();
      else timer ??= setTimeout(go, Math.ceil(leftMs));
    },
    stop: () => clearTimeout(timer),
  };
}
