import type { Browser, Page } from 'playwright-core';
import { type Watch, watchPage } from './watch.ts';

const CALL_MS_MAX = 30_000;

export type PhoneShape = {
  readonly width: number;
  readonly height: number;
  /** What the app finds in the device's storage, at the start of every document. */
  readonly kept: Readonly<Record<string, unknown>>;
};

export type Phone = { readonly page: Page; readonly watch: Watch; close(): Promise<void> };

/** A phone with one page, a memory of its own, and someone who writes down what the page complains about. */
export async function openPhone(browser: Browser, { width, height, kept }: PhoneShape): Promise<Phone> {
  const context = await browser.newContext({
    viewport: { width, height },
    deviceScaleFactor: 2,
    hasTouch: true,
    isMobile: true,
    locale: 'en',
  });
  context.setDefaultTimeout(CALL_MS_MAX);
  const values = Object.entries(kept).map(([key, value]) => [key, JSON.stringify(value)] as const);
  await context.addInitScript(keep, values);
  const page = await context.newPage();
  return { page, watch: watchPage(page), close: () => context.close() };
}

declare const localStorage: { setItem(key: string, value: string): void };
declare const location: { readonly protocol: string };

/** Runs in the page; an empty page has no storage. */
function keep(values: readonly (readonly [string, string])[]): void {
  if (!location.protocol.startsWith('http')) return;
  for (const [key, value] of values) localStorage.setItem(key, value);
}
