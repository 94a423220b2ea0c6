/** Lets something happen at most so often in any second, as soon as it may. */
export type Pace = {
  /** There is something to do: now if that is allowed, else as soon as it is. */
  ask(): void;
  stop(): void;
};

const WINDOW_MS = 1_000;
/**
 * What may not go yet waits a little longer than it must: prices come at a beat of their own, and one sent just before
 * the next would spend its turn on old news.
 */
const GRACE_MS = 40;

/** `act` answers whether it did anything; what did nothing does not count. */
export function createPace(timesASecond: number, act: () => boolean): Pace {
  let done: readonly number[] = [];
  let timer: NodeJS.Timeout | undefined;
  const go = () => {
    clearTimeout(timer);
    timer = undefined;
    if (act()) done = [...done, performance.now()].slice(-timesASecond);
  };
  return {
    ask: () => {
      const oldest = done.length < timesASecond ? undefined : done[0];
      const leftMs = oldest === undefined ? 0 : oldest + WINDOW_MS - performance.now();
      if (leftMs <= 0) go();
      else timer ??= setTimeout(go, leftMs + GRACE_MS);
    },
    stop: () => clearTimeout(timer),
  };
}
