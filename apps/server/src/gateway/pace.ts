/** Limits how often an action runs in any second, and runs it as soon as allowed. */
export type Pace = {
  /** Requests a run: now if allowed, otherwise as soon as it is. */
  trigger(): void;
  stop(): void;
};

const SECOND_MS = 1_000;

/**
 * Creates a pace with evenly spaced slots: nothing waits longer than one interval. (Using up the slots of a second as
 * soon as updates arrive looks faster, but prices have their own period, and a period that drifts against the window
 * waited twice as long.) `act` returns whether it did anything; a run that did nothing does not count.
 * Unlike the throttle of the screens (`ui/data/throttle.ts`) it acts inside the call: a timer per frame would delay prices.
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
