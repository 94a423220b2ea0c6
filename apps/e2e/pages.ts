import type { Page } from 'playwright-core';
import type { Phone } from './phone.ts';

declare const location: { hash: string };
declare const localStorage: { clear(): void; setItem(key: string, value: string): void };

export const addressOf = (edgeUrl: string, path: string) => `${edgeUrl}/h5/#/pages/${path}`;
export const hashOf = (page: Page) => new URL(page.url()).hash;

/** A new page of a phone that already keeps these things, not yet led anywhere. */
export async function newPage(phone: Phone, edgeUrl: string, kept: Record<string, unknown> = {}): Promise<Page> {
  const page = await phone.context.newPage();
  await page.goto(`${edgeUrl}/h5/icon.svg`);
  const values = Object.entries({ storage_version: 1, lang: 'en', ...kept });
  await page.evaluate((all) => {
    localStorage.clear();
    for (const [key, value] of all) localStorage.setItem(key, JSON.stringify(value));
  }, values);
  return page;
}

/** By a link in the app, without a new document. */
export const goTo = (page: Page, path: string) =>
  page.evaluate((hash) => {
    location.hash = hash;
  }, `/pages/${path}`);

export const arrives = (page: Page, hash: string) =>
  page.waitForFunction((wanted) => location.hash.startsWith(wanted), hash);
