import type { Page } from 'playwright-core';

declare const location: { hash: string };

export const addressOf = (edgeUrl: string, path: string) => `${edgeUrl}/h5/#/pages/${path}`;
export const hashOf = (page: Page) => new URL(page.url()).hash;

/** By a link in the app, without a new document. */
export const goTo = (page: Page, path: string) =>
  page.evaluate((hash) => {
    location.hash = hash;
  }, `/pages/${path}`);

export const arrives = (page: Page, hash: string) =>
  page.waitForFunction((wanted) => location.hash.startsWith(wanted), hash);
