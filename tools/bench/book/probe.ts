import type { Page } from 'playwright-core';

/** What a page did since it began, counted in itself. */
export type Counts = {
  /** Times that the book's canvas was drawn anew. */
  readonly paints: number;
  /** Times that React changed the page, for whatever reason. */
  readonly commits: number;
  /** The longest from a key to the picture that shows it, in milliseconds; since it was last asked. */
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

/** Before anything of the app runs. */
export const countFromTheStart = (page: Page) => page.addInitScript(count);

export const readCounts = (page: Page): Promise<Counts> => page.evaluate(takeCounts);

/** Runs in the page, so it must name nothing from outside itself. */
function count(): void {
  const globals = globalThis as unknown as PageGlobals; // See there.
  const counts = { paints: 0, commits: 0, slowestKeyMs: 0 };
  globals.counts = counts;
  // React tells its developer tools of every commit, whether they are there or not.
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
  const { counts } = globalThis as unknown as PageGlobals; // See there.
  const taken = { ...counts };
  counts.slowestKeyMs = 0;
  return taken;
}
