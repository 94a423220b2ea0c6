import { readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expectDefined } from '@app/base';
import { LANGUAGE_CODES, LANGUAGES, type Language } from '@app/i18n';
import type { Browser, Page, Request } from 'playwright-core';
import { HOME, type Kept, type Size, withPhone } from './browser.ts';
import { type BuiltWeb, frameFiles, gzippedBytes, laterFiles, lazyParts } from './built-web.ts';
import { kiloBytes, type Measured } from './measured.ts';

/** Size budget in thousands of bytes, gzip at its best level. */
const MOST = { frame: 130, home: 180, chart: 260, trade: 260, later: 60, styles: 28, texts: 12, uncompressed: 0 };

const kilo = (web: BuiltWeb, files: Iterable<string>) =>
  kiloBytes([...files].reduce((sum, file) => sum + gzippedBytes(web, file), 0));

const isTexts = (file: string) => /^assets\/texts-.+\.json$/.test(file);
const scriptsOf = ({ chunks }: BuiltWeb, files: readonly string[]) => files.filter((file) => chunks.has(file));

/** Measures the frame by the build graph and by what a browser fetched; the claim covers the larger one. */
export async function frameSizes(web: BuiltWeb, browser: Browser, url: string): Promise<Measured[]> {
  const byGraph = frameFiles(web);
  const later = laterFiles(web);
  const byBrowser = scriptsOf(web, await firstLoadOfFrame(browser, { url, path: HOME }, later));
  const note = [`${byBrowser.length} files`, ...differing(byGraph, byBrowser)].join(', ');
  return [
    limited('frame', 'JavaScript of the empty frame, by the graph', kilo(web, byGraph), `${byGraph.size} files`),
    limited('frame', 'JavaScript of the empty frame, in Chromium', kilo(web, byBrowser), note),
  ];
}

const differing = (byGraph: ReadonlySet<string>, byBrowser: readonly string[]) => [
  ...[...byGraph].filter((file) => !byBrowser.includes(file)).map((file) => `without ${file}`),
  ...byBrowser.filter((file) => !byGraph.has(file)).map((file) => `also ${file}`),
];

/** Returns every lazily loaded part, heaviest first. */
export const lazySizes = (web: BuiltWeb): Measured[] =>
  lazyParts(web)
    .map(({ door, files }) => limited('later', basename(door), kilo(web, files), door))
    .toSorted((a, b) => b.value - a.value);

export function styleSizes(web: BuiltWeb): Measured[] {
  const files = readdirSync(web.folder, { encoding: 'utf8', recursive: true }).filter((file) => file.endsWith('.css'));
  return [limited('styles', 'all styles', kilo(web, files), `${files.length} files`)];
}

/**
 * Measures Home's texts in every language. The features are taken from an English load; the heaviest language is then
 * opened too and must fetch exactly the counted files.
 */
export async function textSizes(web: BuiltWeb, browser: Browser, url: string): Promise<Measured[]> {
  const english = await fetchedTexts(browser, url, 'en');
  const all = readdirSync(join(web.folder, 'assets')).map((name) => `assets/${name}`);
  const sizes = LANGUAGE_CODES.map((code) => {
    const files = english.map((file) => inLanguage(all, file, code));
    const note = files.map(featureOf).join(', ');
    return { code, files, measured: limited('texts', `texts of home in ${code}`, kilo(web, files), note) };
  }).toSorted((a, b) => b.measured.value - a.measured.value);
  const heaviest = expectDefined(sizes[0], 'a language');
  const fetched = await fetchedTexts(browser, url, heaviest.code);
  if (fetched.toSorted().join() !== heaviest.files.toSorted().join())
    throw new Error(`home in ${heaviest.code} fetched ${fetched.join(', ')}, not ${heaviest.files.join(', ')}`);
  return sizes.map(({ measured }) => measured);
}

/** Returns the text files fetched for Home and requires that it is shown in this language. */
async function fetchedTexts(browser: Browser, url: string, code: Language): Promise<readonly string[]> {
  const { files, lang } = await firstLoad(browser, { url, path: HOME, kept: { lang: code } });
  if (lang !== LANGUAGES[code]) throw new Error(`home was asked for in ${code} and came in ${lang}`);
  const texts = files.filter(isTexts);
  if (texts.length === 0) throw new Error(`home fetched no texts in ${code}`);
  return texts;
}

/** Returns the same feature's text file in another language: `assets/texts-<feature>.<language>-<hash>.json`. */
function inLanguage(all: readonly string[], english: string, code: Language): string {
  const start = `assets/texts-${featureOf(english)}.${code}-`;
  return expectDefined(
    all.find((file) => file.startsWith(start) && isTexts(file)),
    `texts that begin with ${start}`,
  );
}

const featureOf = (file: string) => /texts-([^.]+)/.exec(file)?.[1] ?? file;

type Opened = {
  readonly kind: 'home' | 'chart' | 'trade';
  readonly who: string;
  readonly url: string;
  readonly path: string;
  readonly kept?: Kept;
  readonly size?: Size;
  /** Has an aim instead of a limit. */
  readonly isAimed?: true;
};

/** Measures what a screen fetches with an empty cache; JavaScript, styles and texts must be served compressed. */
export async function firstLoadSizes(web: BuiltWeb, browser: Browser, opened: Opened): Promise<Measured[]> {
  const { kind, who } = opened;
  const { files, compressed } = await firstLoad(browser, opened);
  const scripts = scriptsOf(web, files);
  const whole = limited(
    kind,
    `JavaScript of ${kind}, ${who}`,
    kilo(web, scripts),
    `${scripts.length} files, the frame among them`,
  );
  const script = opened.isAimed ? aimed(whole) : whole;
  const plain = files.filter((file) => /\.(js|css|json)$/.test(file) && !compressed.has(file));
  const plainKilo = plain.reduce((sum, file) => sum + fileSize(web, file).value, 0);
  return [
    script,
    limited('uncompressed', `${kind}, ${who}: sent uncompressed`, plainKilo, `${plain.length} files`),
    ...files.filter(isFontOrImage).map((file) => fileSize(web, file)),
  ];
}

const aimed = ({ limit, ...figure }: Measured): Measured => ({ ...figure, ...(limit !== undefined && { aim: limit }) });

const isFontOrImage = (file: string) => /\.(woff2|svg|png|webp|avif|jpg)$/.test(file);

/** Returns the size on disk: fonts and images are already compressed. */
const fileSize = ({ folder }: BuiltWeb, file: string): Measured => ({
  kind: 'file',
  what: file,
  value: kiloBytes(statSync(join(folder, file)).size),
  unit: 'kB',
});

const limited = (kind: keyof typeof MOST, what: string, value: number, note: string): Measured => ({
  kind,
  what,
  value,
  unit: 'kB',
  limit: MOST[kind],
  note,
});

/** App files fetched by a browser, by name; `compressed` lists those served compressed. */
type FirstLoad = {
  readonly files: readonly string[];
  readonly compressed: ReadonlySet<string>;
  readonly lang: string;
};

type Opening = { readonly url: string; readonly path: string; readonly kept?: Kept; readonly size?: Size };

/** Opens a screen with an empty cache and waits until loading is complete. */
function firstLoad(browser: Browser, { url, path, kept = {}, size }: Opening): Promise<FirstLoad> {
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
const firstLoadOfFrame = (browser: Browser, { url, path }: Opening, later: ReadonlySet<string>): Promise<string[]> =>
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
