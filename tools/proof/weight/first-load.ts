import type { Browser, Page } from 'playwright-core';
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
    const load = listen(page, url);
    await page.goto(`${url}#${path}`);
    await page.getByRole('main').first().waitFor();
    await page.waitForLoadState('networkidle');
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
      (asked) => later.has(fileOf(asked.href, url)),
      () => undefined,
    );
    await page.goto(`${url}#${path}`, { waitUntil: 'commit' });
    await page.getByRole('navigation').waitFor();
    return files.filter((file) => !later.has(file));
  });

const fileOf = (asked: string, url: string) =>
  asked.startsWith(url) ? new URL(asked).pathname.slice(new URL(url).pathname.length) : '';

function listen(page: Page, url: string) {
  const files: string[] = [];
  const compressed = new Set<string>();
  page.on('request', (request) => {
    const file = fileOf(request.url(), url);
    if (file !== '' && !files.includes(file)) files.push(file);
  });
  page.on('response', (response) => {
    if (response.headers()['content-encoding'] !== undefined) compressed.add(fileOf(response.url(), url));
  });
  return { files, compressed };
}
