import type { Browser, CDPSession, Page } from 'playwright-core';
import { CPU_SLOWDOWN, type Kept, withPhone } from '../../proof/weight/browser.ts';
import { countInteractions, observeVitals, readSeen } from '../vitals/measure.ts';
import type { Scene } from './scene.ts';

export type DrawnFigures = {
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly p99Ms: number;
  readonly tasksIn10s: number;
  /** Growth of the heap in use, both times after a collection. */
  readonly heapMb: number;
  readonly keys: number;
  readonly slowestKeyMs: number;
  readonly shift: number;
  /** How often the list changed in a second: without it nothing was measured. */
  readonly changes: number;
};

/** For as long as half of the measurement takes. */
const KEY_EVERY_MS = 1_000;
/** A page that has just opened still fetches and compiles; it is measured once it is at rest. */
const REST_MS = 3_000;

/** Measures an empty page of the same phone. */
export const measureBlank = (browser: Browser, ms: number): Promise<DrawnFigures> =>
  withPhone(browser, {}, async (page) => {
    await page.addInitScript(observeVitals);
    await page.setContent('<!doctype html><title>Blank</title><p>.');
    const session = await slowCpu(page);
    return await watch(page, session, { keys: 0, list: 'p', during: () => page.waitForTimeout(ms) });
  });

type Plan = { readonly url: string; readonly user: Kept; readonly ms: number };

/** Measures a page: half of the time its user types, the other half they look at what they have open. */
export const measureScene = (browser: Browser, scene: Scene, { url, user, ms }: Plan): Promise<DrawnFigures> =>
  withPhone(browser, user, async (page) => {
    await page.addInitScript(observeVitals);
    await page.goto(`${url}#${scene.path}`);
    await scene.ready(page).waitFor();
    await page.waitForLoadState('networkidle'); // The service worker caches the page's files once.
    const session = await slowCpu(page);
    await page.waitForTimeout(REST_MS);
    const keys = Math.floor(ms / 2 / KEY_EVERY_MS);
    return await watch(page, session, {
      keys,
      list: scene.list,
      during: async () => {
        const endsMs = performance.now() + ms;
        for (let key = 0; key < keys; key++) {
          await scene.field(page).press(scene.keys[key % scene.keys.length] ?? '');
          await page.waitForTimeout(KEY_EVERY_MS);
        }
        await countInteractions(page, scene.name, keys);
        await scene.last(page).scrollIntoViewIfNeeded();
        await page.waitForTimeout(Math.max(0, endsMs - performance.now()));
      },
    });
  });

async function slowCpu(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  return session;
}

type Watched = { readonly keys: number; readonly list: string; readonly during: () => Promise<void> };

async function watch(page: Page, session: CDPSession, { keys, list, during }: Watched): Promise<DrawnFigures> {
  const heapBefore = await heapOf(session);
  const shiftBefore = keys === 0 ? 0 : (await readSeen(page)).cls;
  await page.evaluate(countFrames, list);
  await during();
  const { deltas, tasks, changes, ms } = await page.evaluate(() => (globalThis as unknown as PageGlobals).drawn.stop());
  const sorted = deltas.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
  const seen = keys === 0 ? undefined : await readSeen(page);
  return {
    p50Ms: at(0.5),
    p95Ms: at(0.95),
    p99Ms: at(0.99),
    tasksIn10s: (tasks * 10_000) / ms,
    heapMb: ((await heapOf(session)) - heapBefore) / 1e6,
    keys,
    slowestKeyMs: seen?.slowestMs ?? 0,
    shift: Math.max(0, (seen?.cls ?? 0) - shiftBefore),
    changes: (changes * 1_000) / ms,
  };
}

async function heapOf(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage');
  return (await session.send('Runtime.getHeapUsage')).usedSize;
}

type Counted = { deltas: number[]; tasks: number; changes: number; ms: number };
type Observer = { observe(what: object, how?: object): void; disconnect(): void };

/** Subset of browser globals used below; this program itself runs in Node. */
type PageGlobals = {
  drawn: { stop(): Counted };
  PerformanceObserver: new (callback: (list: { getEntries(): unknown[] }) => void) => Observer;
  MutationObserver: new (callback: () => void) => Observer;
  performance: { now(): number };
  requestAnimationFrame(callback: (nowMs: number) => void): number;
  document: { querySelector(selector: string): object | null };
};

/** Counts frames, long tasks and changes of the list. Runs in the page, so it must reference nothing outside itself. */
function countFrames(selector: string): void {
  const globals = globalThis as unknown as PageGlobals; // See `PageGlobals`.
  const counted: Counted = { deltas: [], tasks: 0, changes: 0, ms: 0 };
  const startedMs = globals.performance.now();
  let lastMs: number | undefined;
  let isOver = false;
  const frame = (nowMs: number) => {
    if (lastMs !== undefined) counted.deltas.push(nowMs - lastMs);
    lastMs = nowMs;
    if (!isOver) globals.requestAnimationFrame(frame);
  };
  globals.requestAnimationFrame(frame);
  const tasks = new globals.PerformanceObserver((list) => {
    counted.tasks += list.getEntries().length;
  });
  tasks.observe({ type: 'longtask' });
  const list = globals.document.querySelector(selector);
  const changes = new globals.MutationObserver(() => {
    counted.changes += 1;
  });
  if (list !== null) changes.observe(list, { characterData: true, childList: true, subtree: true });
  globals.drawn = {
    stop: () => {
      isOver = true;
      counted.ms = globals.performance.now() - startedMs;
      return counted;
    },
  };
}
