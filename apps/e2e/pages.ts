import type { Page } from 'playwright-core';

declare const location: { hash: string };
type Region = { setAttribute(name: string, value: string): void };
declare const document: {
  querySelectorAll(selector: string): Iterable<Region>;
  querySelector(selector: string): unknown;
};

export const addressOf = (edgeUrl: string, path: string) => `${edgeUrl}/h5/#/pages/${path}`;
export const hashOf = (page: Page) => new URL(page.url()).hash;

/**
 * Runs an action that navigates and waits until the previous page is gone, because both pages may share texts and
 * fields.
 */
export async function leave(page: Page, go: () => Promise<unknown>): Promise<void> {
  await page.evaluate(() => {
    for (const region of document.querySelectorAll('main')) region.setAttribute('data-left', '');
  });
  await go();
  await page.waitForFunction(
    () => document.querySelector('main') !== null && document.querySelector('main[data-left]') === null,
  );
}

/** Navigates by an in-app link, without loading a new document. */
export const goTo = (page: Page, path: string) =>
  leave(page, () =>
    page.evaluate((hash) => {
      location.hash = hash;
    }, `/pages/${path}`),
  );

export const arrives = (page: Page, hash: string) =>
  page.waitForFunction((wanted) => location.hash.startsWith(wanted), hash);
