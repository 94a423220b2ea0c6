import type { Browser, Page, Request } from 'playwright-core';
import { type Kept, type Size, withPhone } from './browser.ts';

/** What a browser fetched of the app, by file name; `compressed`: those that came so. */
export type FirstLoad = {
  readonly files: readonly string[];
  readonly compressed: ReadonlySet<string>;
  readonly lang: string;
};

type Opening = { readonly url: string; readonly path: string; readonly kept?: Kept; readonly size?: Size };

/** Opens a screen for the first time and waits until nothing more comes. */
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
 * The frame around an empty screen: the files of every part that comes later are asked for and never come. What a browser
 * has fetched when it shows the tabs is what the frame takes.
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

/** The app fetches ahead what a screen may need later, 2.5 s after it is drawn: that is no part of the first load. */
const AHEAD_MS_MIN = 2_000;

type Timers = { setTimeout(act: () => void, ms?: number, ...more: unknown[]): unknown };

/** Runs in the page: without these timers a slow machine, whose load takes longer than they do, counts the same files. */
function dropLongTimers(leastMs: number): void {
  const globals = globalThis as unknown as Timers; // Of a page.
  const { setTimeout } = globals;
  globals.setTimeout = (act, ms = 0, ...more) => setTimeout(ms < leastMs ? act : () => undefined, ms, ...more);
}

const LOADED_MS_MAX = 120_000;
const LOOK_EVERY_MS = 200;
/** So many looks in a row must find a drawn page with nothing to do, and nothing on its way to it. */
const QUIET_LOOKS = 5;

/** A busy machine fetches the same files later: the browser's own "network idle" comes between two of them. */
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

/** Runs in the page: something is drawn, no skeleton is left, and the thread has time. */
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
    if (!request.url().includes('/socket.io/')) pending.add(request); // A live line never ends.
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
