import type { Browser, Page, Request } from 'playwright-core';
import { type Kept, type Size, withPhone } from './browser.ts';

/** App files fetched by a browser, by name; `compressed` lists those served compressed. */
export type FirstLoad = {
  readonly files: readonly string[];
  readonly compressed: ReadonlySet<string>;
  readonly lang: string;
};

type Opening = { readonly url: string; readonly path: string; readonly kept?: Kept; readonly size?: Size };

/** Opens a screen with an empty cache and waits until loading is complete. */
export function firstLoad(browser: Browser, { url, path, kept = {}, size }: Opening): Promise<FirstLoad> {
  const open = async (page: Page) => {
    const { pending, ...load } = listen(page, url);
    await page.addInitScript(dropLongTimers, AHEAD_MS_MIN);
    await page.goto(`${url}#${path}`);
    await page.getByRole('main').first().waitFor();
    await untilLoaded(page, load.files, pending);
    return { ...load, lang: (await page.locator('html').getAttribute('lang')) ?? '' };
  };
  return withPhone(browser, kept, open, size);
}

/**
 * Returns the files of the frame around an empty screen: requests for lazily loaded files are never answered, so
 * everything fetched before the tabs appear belongs to the frame.
 */
export const firstLoadOfFrame = (
  browser: Browser,
  { url, path }: Opening,
  later: ReadonlySet<string>,
): Promise<string[]> =>
  withPhone(browser, {}, async (page) => {
    const { files } = listen(page, url);
    await page.route(
      (requested) => later.has(fileOf(requested.href, url)),
      () => undefined,
    );
    await page.goto(`${url}#${path}`, { waitUntil: 'commit' });
    await page.getByRole('navigation').waitFor();
    return files.filter((file) => !later.has(file));
  });

/** Minimum delay of prefetch timers: the app prefetches 2.5 s after rendering, which is not part of the first load. */
const AHEAD_MS_MIN = 2_000;

type Timers = { setTimeout(act: () => void, ms?: number, ...more: unknown[]): unknown };

/**
 * Drops long timers, so that a slow machine whose load takes longer than the timers counts the same files. Runs in the
 * page.
 */
function dropLongTimers(leastMs: number): void {
  const globals = globalThis as unknown as Timers; // Page globals.
  const { setTimeout } = globals;
  globals.setTimeout = (act, ms = 0, ...more) => setTimeout(ms < leastMs ? act : () => undefined, ms, ...more);
}

const LOADED_MS_MAX = 120_000;
const LOOK_EVERY_MS = 200;
/** Number of consecutive checks that must find a rendered, idle page without pending requests. */
const QUIET_LOOKS = 5;

/**
 * Waits until the page is loaded. The browser's "network idle" is not enough: on a busy machine it can fire between two
 * files.
 */
async function untilLoaded(page: Page, files: readonly string[], pending: ReadonlySet<Request>): Promise<void> {
  const deadlineMs = performance.now() + LOADED_MS_MAX;
  for (let quiet = 0, known = 0; quiet < QUIET_LOOKS; await page.waitForTimeout(LOOK_EVERY_MS)) {
    const isDrawn = await page.evaluate(isDrawnAndIdle);
    const isQuiet = isDrawn && pending.size === 0 && files.length === known;
    quiet = isQuiet ? quiet + 1 : 0;
    known = files.length;
    if (performance.now() > deadlineMs)
      throw new Error(`${page.url()} is not loaded: drawn ${isDrawn}, ${pending.size} requests on their way`);
  }
}

declare const document: { querySelector(selector: string): object | null };
declare const requestIdleCallback: (act: () => void) => void;

/** Checks that the page is rendered, no skeleton is left, and the main thread is idle. Runs in the page. */
const isDrawnAndIdle = () =>
  new Promise<boolean>((resolve) => {
    requestIdleCallback(() =>
      resolve(document.querySelector('#root > :not(svg)') !== null && document.querySelector('.sk') === null),
    );
  });

const fileOf = (requested: string, url: string) =>
  requested.startsWith(url) ? new URL(requested).pathname.slice(new URL(url).pathname.length) : '';

function listen(page: Page, url: string) {
  const files: string[] = [];
  const compressed = new Set<string>();
  const pending = new Set<Request>();
  page.on('request', (request) => {
    if (!request.url().includes('/socket.io/')) pending.add(request); // Sockets stay open.
    const file = fileOf(request.url(), url);
    if (file !== '' && !files.includes(file)) files.push(file);
  });
  page.on('response', (response) => {
    if (response.headers()['content-encoding'] !== undefined) compressed.add(fileOf(response.url(), url));
  });
  page.on('requestfinished', (request) => pending.delete(request));
  page.on('requestfailed', (request) => pending.delete(request));
  return { files, compressed, pending };
}
