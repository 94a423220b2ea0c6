/** Vitals measured in the page, by the browser's definitions. */
export type Seen = {
  /** Time of the largest contentful paint. */
  lcpMs: number;
  /** Worst burst of unexpected layout shifts: at most 1 s between two, at most 5 s in total. */
  cls: number;
  /** Slowest tap or key, until the next paint. */
  slowestMs: number;
  slowestAt: string;
};

type Entry = {
  readonly startTime: number;
  readonly duration: number;
  readonly name: string;
  readonly value: number;
  readonly hadRecentInput: boolean;
  readonly interactionId: number;
};
type Observer = { observe(what: { type: string; buffered: boolean; durationThreshold?: number }): void };

/** Subset of browser globals used below; this program itself runs in Node. */
export type PageGlobals = {
  seenVitals: Seen;
  PerformanceObserver: new (callback: (list: { getEntries(): Entry[] }) => void) => Observer;
  performance: { readonly interactionCount: number };
  CSSStyleSheet: new () => { replaceSync(rules: string): void };
  document: { adoptedStyleSheets: unknown[] };
};

/** Observes vitals. Runs in the page before any of its scripts, so it must reference nothing outside itself. */
export function observeVitals(): void {
  const globals = globalThis as unknown as PageGlobals; // See `PageGlobals`.
  const stillness = new globals.CSSStyleSheet(); // Chromium reports neither paint nor shift of elements that fade in.
  stillness.replaceSync('*, ::before, ::after { animation: none !important }');
  globals.document.adoptedStyleSheets = [stillness];
  const seen: Seen = { lcpMs: 0, cls: 0, slowestMs: 0, slowestAt: '' };
  globals.seenVitals = seen;
  const watch = (type: string, take: (entry: Entry) => void) =>
    new globals.PerformanceObserver((list) => list.getEntries().forEach(take)).observe({
      type,
      buffered: true,
      ...(type === 'event' && { durationThreshold: 16 }),
    });
  watch('largest-contentful-paint', ({ startTime }) => {
    seen.lcpMs = startTime;
  });
  let burst = { startMs: 0, lastMs: 0, sum: 0 };
  watch('layout-shift', ({ startTime, value, hadRecentInput }) => {
    if (hadRecentInput) return;
    const isNew = startTime - burst.lastMs > 1_000 || startTime - burst.startMs > 5_000;
    if (isNew) burst = { startMs: startTime, lastMs: startTime, sum: 0 };
    burst = { ...burst, lastMs: startTime, sum: burst.sum + value };
    seen.cls = Math.max(seen.cls, burst.sum);
  });
  watch('event', ({ interactionId, duration, name, startTime }) => {
    if (interactionId === 0 || duration <= seen.slowestMs) return;
    seen.slowestMs = duration;
    seen.slowestAt = `${name} at ${Math.round(startTime)} ms`;
  });
}
