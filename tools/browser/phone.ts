import type { Browser, Page } from 'playwright-core';
import { type Watch, watchPage } from './watch.ts';

const CALL_MS_MAX = 30_000;

export type PhoneShape = {
  readonly width: number;
  readonly height: number;
  /** What the app finds in the device's storage, at the start of every document. */
  readonly kept: Readonly<Record<string, unknown>>;
};

export type Phone = {
  readonly page: Page;
  readonly watch: Watch;
  /** Another device with other storage, for less than a new one costs: only files that were fetched are still there. */
  reshape(shape: PhoneShape, origin: string): Promise<void>;
  close(): Promise<void>;
};

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
  if (values.length > 0) await context.addInitScript(keep, values);
  const page = await context.newPage();
  const reshape = async (shape: PhoneShape, origin: string) => {
    await page.evaluate(forgetTab);
    await page.goto('about:blank');
    const localStorage = Object.entries(shape.kept).map(([name, value]) => ({ name, value: JSON.stringify(value) }));
    await context.setStorageState({ cookies: [], origins: [{ origin, localStorage }] });
    await page.setViewportSize({ width: shape.width, height: shape.height });
  };
  return { page, watch: watchPage(page), reshape, close: () => context.close() };
}

declare const localStorage: { setItem(key: string, value: string): void };
declare const sessionStorage: { clear(): void };
declare const location: { readonly protocol: string };

/** Runs in the page; an empty page has no storage. */
function keep(values: readonly (readonly [string, string])[]): void {
  if (!location.protocol.startsWith('http')) return;
  for (const [key, value] of values) localStorage.setItem(key, value);
}

/** Runs in the page: what a tab keeps for itself is no part of the state that a context sets. */
function forgetTab(): void {
  if (location.protocol.startsWith('http')) sessionStorage.clear();
}
