import { randomUUID } from 'node:crypto';
import type { Browser, Page } from 'playwright-core';
import { openPhone } from '../../browser/index.ts';
import { type Journey, openDemoUser } from '../../torture/journey-client.ts';

/** Routes that weight and vitals open. */
export const HOME = '/pages/index/index';
export const MARKET = '/pages/market/market';
/** The heaviest screen: it loads the chart library. */
export const CHART = '/pages/transaction/index?symbol=BTC%2FUSDT';
/** Order form and order book; in a wide window with the chart next to them. */
export const TRADE = '/pages/transaction/currency?symbol=BTC%2FUSDT';
/** Contract form, quote and positions. */
export const CONTRACT = '/pages/transaction/contract?symbol=BTC%2FUSDT';
/** Form, chart and open bets of seconds options. */
export const SECONDS = '/pages/transaction/index2?symbol=BTC%2FUSDT';
export const ASSETS = '/pages/fund/assets';
export const TRANSFER = '/pages/fund/transfer';
export const SETTINGS = '/pages/setting/set';

export type Size = { readonly width: number; readonly height: number };
const PHONE: Size = { width: 390, height: 844 };
export const DESKTOP: Size = { width: 1280, height: 832 };

/** Values in the device's storage, as if the app had been used before. */
export type Kept = Readonly<Record<string, unknown>>;

/** Opens a phone with an empty cache. */
export async function withPhone<Value>(
  browser: Browser,
  kept: Kept,
  use: (page: Page) => Promise<Value>,
  size = PHONE,
): Promise<Value> {
  const { page, close } = await openPhone(browser, { ...size, kept: { storage_version: 1, ...kept } });
  try {
    return await use(page);
  } finally {
    await close();
  }
}

/**
 * Registers a user with demo money and returns the device's storage. The name is unique, because the stack may be
 * shared.
 */
export async function newUser(stack: Journey): Promise<Kept> {
  const name = `weight-${randomUUID()}`;
  const { token, userId } = await openDemoUser(stack, name);
  return { token, user: { id: userId, account: `${name}@example.com`, inviteCode: '', book: 'demo' } };
}

/** DevTools' preset "Fast 4G": 9 and 1.5 Mbit/s and 60 ms, each with DevTools' adjustment factor. */
export const FAST_4G = {
  offline: false,
  downloadThroughput: (9_000_000 / 8) * 0.9,
  uploadThroughput: (1_500_000 / 8) * 0.9,
  latency: 60 * 2.75,
};
export const CPU_SLOWDOWN = 4;

/** Emulates a mid-range phone on a mobile network. */
export async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', FAST_4G);
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
}
