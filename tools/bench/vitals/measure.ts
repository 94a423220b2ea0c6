import type { Browser, Page } from 'playwright-core';
import { FAST_4G, slowDown, withPhone } from '../../proof/weight/browser.ts';
import type { Measured } from '../../proof/weight/measured.ts';
import { watchStolen } from '../../trial/stolen.ts';
import type { Journey } from './journeys.ts';
import { BLANK_PAGE } from './serve-web.ts';

/** Web Vitals thresholds for "good", and a much stricter one for CLS. */
const AIMS = { LCP: 2.5, CLS: 0.02, INP: 200 };
const UNITS = { LCP: 's', CLS: '', INP: 'ms' } as const;
/**
 * Wait for event timing entries: the browser reports a tap after painting, and the page cannot detect when it has done
 * so.
 */
const TOLD_MS = 500;
const COUNTED_MS_MAX = 10_000;

export type VitalsPlan = { readonly browser: Browser; readonly url: string; readonly rounds: number };

/** Returns a screen's three figures, each the median of the rounds, with those of a blank page for comparison. */
export async function measureVitals(plan: VitalsPlan, journey: Journey): Promise<Measured[]> {
  const seen: Seen[] = [];
  const blank: number[] = [];
  const stolen = watchStolen();
  for (let round = 0; round < plan.rounds; round++) {
    blank.push((await openBlank(plan)).lcpMs);
    seen.push(await takeJourney(plan, journey));
  }
  return figuresOf(journey, seen, { blankMs: median(blank), stolenShare: stolen() });
}

/**
 * Comparison values. `stolenShare` is the share of CPU time that the host gave to other guests; it is reported and
 * excuses nothing.
 */
type Beside = { readonly blankMs: number; readonly stolenShare: number };

function figuresOf(
  { name, interactions }: Journey,
  seen: readonly Seen[],
  { blankMs, stolenShare }: Beside,
): Measured[] {
  const figure = (kind: 'LCP' | 'CLS' | 'INP', value: number, note: string): Measured => ({
    kind,
    what: `${name}: ${kind}`,
    value,
    unit: UNITS[kind],
    aim: AIMS[kind],
    note,
  });
  const lcps = seen.map(({ lcpMs }) => lcpMs / 1000);
  const slowest = seen.toSorted((a, b) => b.slowestMs - a.slowestMs)[0];
  const each = lcps.map((seconds) => seconds.toFixed(2)).join(' ');
  const stolen = stolenShare > 0 ? `; ${Math.round(stolenShare * 100)} % of the time stolen` : '';
  const worst = `slowest of ${interactions} interactions; worst round ${slowest?.slowestMs} ms, ${slowest?.slowestAt}`;
  return [
    figure('LCP', median(lcps), `blank page ${(blankMs / 1000).toFixed(2)} s; rounds ${each}${stolen}`),
    figure('CLS', median(seen.map(({ cls }) => cls)), ''),
    figure('INP', median(seen.map(({ slowestMs }) => slowestMs)), worst),
  ];
}

async function openBlank({ browser, url }: VitalsPlan): Promise<Seen> {
  const seen = await withPhone(browser, {}, async (page) => {
    await page.addInitScript(observeVitals);
    await slowDown(page);
    await page.goto(`${url}${BLANK_PAGE}`);
    return await readSeen(page);
  });
  if (seen.lcpMs < FAST_4G.latency) throw new Error(`the network was not slowed down: ${seen.lcpMs} ms`);
  return seen;
}

const takeJourney = ({ browser, url }: VitalsPlan, { name, path, kept, act, interactions }: Journey): Promise<Seen> =>
  withPhone(browser, kept, async (page) => {
    await page.addInitScript(observeVitals);
    await slowDown(page);
    await page.goto(`${url}#${path}`);
    await page.getByRole('navigation').waitFor();
    await page.waitForLoadState('networkidle');
    await act(page);
    await countInteractions(page, name, interactions);
    return await readSeen(page);
  });

/** Waits for the expected number of interactions, because a busy browser counts late. */
export async function countInteractions(page: Page, name: string, wanted: number): Promise<void> {
  const count = () => page.evaluate(() => (globalThis as unknown as PageGlobals).performance.interactionCount);
  for (const deadlineMs = performance.now() + COUNTED_MS_MAX; (await count()) < wanted; await page.waitForTimeout(100))
    if (performance.now() > deadlineMs)
      throw new Error(`${name}: the page saw ${await count()} of ${wanted} interactions`);
}

export async function readSeen(page: Page): Promise<Seen> {
  await page.waitForTimeout(TOLD_MS);
  const seen = await page.evaluate(() => (globalThis as unknown as PageGlobals).seenVitals); // Set before page load.
  if (seen.lcpMs === 0) throw new Error(`nothing was painted at ${page.url()}`);
  return seen;
}

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** Vitals measured in the page, by the browser's definitions. */
type Seen = {
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
type PageGlobals = {
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
