import { randomUUID } from 'node:crypto';
import type { Browser, Page } from 'playwright-core';
import { openPhone } from '../../browser/index.ts';
import { type Journey, openDemoUser } from '../../torture/journey-client.ts';

export type Size = { readonly width: number; readonly height: number };
const PHONE: Size = { width: 390, height: 844 };
export const DESKTOP: Size = { width: 1280, height: 832 };

/** Values the app finds in the device's storage, as if it had been there before. */
export type Kept = Readonly<Record<string, unknown>>;

/** A phone that has fetched nothing of the app yet. */
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

/** A user with demo money, as a device remembers them. The name is new, because the stack may be shared. */
export async function newUser(stack: Journey): Promise<Kept> {
  const name = `weight-${randomUUID()}`;
  const { token, userId } = await openDemoUser(stack, name);
  return { token, user: { id: userId, account: `${name}@example.com`, inviteCode: '', book: 'demo' } };
}

/** DevTools' preset "Fast 4G": 9 and 1.5 Mbit/s and 60 ms, each with DevTools' own factor. */
export const FAST_4G = {
  offline: false,
  downloadThroughput: (9_000_000 / 8) * 0.9,
  uploadThroughput: (1_500_000 / 8) * 0.9,
  latency: 60 * 2.75,
};
export const CPU_SLOWDOWN = 4;

/** A phone of the middle class on a mobile network. */
export async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', FAST_4G);
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
}
