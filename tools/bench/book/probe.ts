import type { Page } from 'playwright-core';

/** Counters of a page since it was opened, kept in the page itself. */
export type Counts = {
  /** Paints of the order book's canvas. */
  readonly paints: number;
  /** React commits, for whatever reason. */
  readonly commits: number;
  /** Longest time from a key press to the frame that shows it, in milliseconds, since the last read. */
  readonly slowestKeyMs: number;
};

type Timing = { readonly duration: number; readonly interactionId: number };
type Observer = { observe(what: { type: string; durationThreshold: number }): void };
type PageGlobals = {
  counts: { paints: number; commits: number; slowestKeyMs: number };
  __REACT_DEVTOOLS_GLOBAL_HOOK__: unknown;
  CanvasRenderingContext2D: { prototype: { clearRect(...box: number[]): void } };
  PerformanceObserver: new (callback: (list: { getEntries(): Timing[] }) => void) => Observer;
};

/** Installs the counters before the app runs. */
export const countFromTheStart = (page: Page) => page.addInitScript(count);

export const readCounts = (page: Page): Promise<Counts> => page.evaluate(takeCounts);

/** Runs in the page, so it must not refer to anything outside itself. */
function count(): void {
  const globals = globalThis as unknown as PageGlobals; // See PageGlobals.
  const counts = { paints: 0, commits: 0, slowestKeyMs: 0 };
  globals.counts = counts;
  // React reports every commit to its developer tools hook, installed or not.
  globals.__REACT_DEVTOOLS_GLOBAL_HOOK__ = {
    supportsFiber: true,
    inject: () => 1,
    onCommitFiberUnmount: () => undefined,
    onCommitFiberRoot: () => {
      counts.commits += 1;
    },
  };
  const pen = globals.CanvasRenderingContext2D.prototype;
  const { clearRect } = pen;
  pen.clearRect = function (this: { canvas: { className: string } }, ...box: number[]) {
    if (this.canvas.className === 'book__canvas') counts.paints += 1;
    clearRect.apply(this, box);
  };
  const keys = new globals.PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries())
      if (interactionId > 0) counts.slowestKeyMs = Math.max(counts.slowestKeyMs, duration);
  });
  keys.observe({ type: 'event', durationThreshold: 16 });
}

/** Runs in the page. */
function takeCounts(): Counts {
  const { counts } = globalThis as unknown as PageGlobals; // See PageGlobals.
  const taken = { ...counts };
  counts.slowestKeyMs = 0;
  return taken;
}
