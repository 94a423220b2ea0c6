import type { Page } from 'playwright-core';

declare const location: { hash: string };
type Region = { setAttribute(name: string, value: string): void };
declare const document: {
  querySelectorAll(selector: string): Iterable<Region>;
  querySelector(selector: string): unknown;
};

export const addressOf = (edgeUrl: string, path: string) => `${edgeUrl}/h5/#/pages/${path}`;
export const hashOf = (page: Page) => new URL(page.url()).hash;

/** Does what leads to another page and waits until the one before is gone: its words and fields may be the next one's too. */
export async function leave(page: Page, go: () => Promise<unknown>): Promise<void> {
  await page.evaluate(() => {
    for (const region of document.querySelectorAll('main')) region.setAttribute('data-left', '');
  });
  await go();
  await page.waitForFunction(
    () => document.querySelector('main') !== null && document.querySelector('main[data-left]') === null,
  );
}

/** By a link in the app, without a new document. */
export const goTo = (page: Page, path: string) =>
  leave(page, () =>
    page.evaluate((hash) => {
      location.hash = hash;
    }, `/pages/${path}`),
  );

export const arrives = (page: Page, hash: string) =>
  page.waitForFunction((wanted) => location.hash.startsWith(wanted), hash);
