import type { Page } from 'playwright-core';

/** Frame statistics of a page over some seconds, by its own clock. */
export type Frames = {
  /** Milliseconds between two frames. */
  readonly gaps: readonly number[];
  /** Tasks longer than 50 ms. */
  readonly longTasks: readonly number[];
  /** Sum of all layout shifts. */
  readonly shift: number;
};

type Observer = { observe(what: { type: string }): void; disconnect(): void };
type Entry = { readonly duration: number; readonly value: number };
type PageGlobals = {
  requestAnimationFrame(act: (at: number) => void): void;
  PerformanceObserver: new (callback: (list: { getEntries(): Entry[] }) => void) => Observer;
  performance: { now(): number };
};

export const watchFrames = (page: Page, ms: number): Promise<Frames> => page.evaluate(recordFrames, ms);

/** Runs in the page, so it must not refer to anything outside itself. */
function recordFrames(ms: number): Promise<Frames> {
  const globals = globalThis as unknown as PageGlobals; // See PageGlobals.
  const gaps: number[] = [];
  const longTasks: number[] = [];
  let shift = 0;
  const watch = (type: string, take: (entry: Entry) => void) => {
    const observer = new globals.PerformanceObserver((list) => list.getEntries().forEach(take));
    observer.observe({ type });
    return observer;
  };
  const observers = [
    watch('longtask', ({ duration }) => longTasks.push(duration)),
    watch('layout-shift', ({ value }) => {
      shift += value;
    }),
  ];
  return new Promise((resolve) => {
    let last = globals.performance.now();
    const untilMs = last + ms;
    const next = () => {
      const now = globals.performance.now();
      gaps.push(now - last);
      last = now;
      if (now < untilMs) return globals.requestAnimationFrame(next);
      for (const observer of observers) observer.disconnect();
      return resolve({ gaps: gaps.slice(1), longTasks, shift });
    };
    globals.requestAnimationFrame(next);
  });
}

const percentile = (values: readonly number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN;

/** Returns frame times, and the number of tasks longer than 50 ms per ten seconds. */
export const figuresOf = ({ gaps, longTasks }: Frames, ms: number) => ({
  p50: percentile(gaps, 0.5),
  p95: percentile(gaps, 0.95),
  p99: percentile(gaps, 0.99),
  longTasks: (longTasks.length * 10_000) / ms,
});
