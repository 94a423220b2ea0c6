import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { addressOf, MARKETS_PATH, type Scene, withVisitor } from './scene.ts';

export const FRESH_AIM_MS = 3_000;
const GIVEN_UP_MS = 30_000;
const SYMBOL = 'BTC/USDT';

/**
 * Measures how fast a page is fresh again after all its scripts were paused while prices changed, as on a phone in a
 * pocket. The browser's own "frozen" state keeps a foreground page running, so the debugger pauses it.
 */
export const measureResume = ({ stack, browser, short }: Scene): Promise<number> =>
  withVisitor(browser, async (page) => {
    await page.goto(addressOf(stack.edgeUrl, MARKETS_PATH));
    await untilFresh(page, stack.edgeUrl);
    await page.evaluate(beat);
    const session = await page.context().newCDPSession(page);
    await session.send('Debugger.enable');
    await session.send('Debugger.pause');
    const heldMs = short ? 10_000 : 60_000;
    await pause(heldMs);
    await session.send('Debugger.resume');
    const freshMs = await untilFresh(page, stack.edgeUrl);
    const stoodMs = await page.evaluate(longestBeat);
    if (stoodMs < heldMs * 0.9) throw new Error(`the page stood still for ${stoodMs} ms of ${heldMs} only`);
    return freshMs;
  });

type PageGlobals = { beats: number[]; setInterval(act: () => void, ms: number): void; performance: { now(): number } };

/** Runs in the page: records that it is running. */
function beat(): void {
  const globals = globalThis as unknown as PageGlobals; // See PageGlobals.
  globals.beats = [];
  globals.setInterval(() => globals.beats.push(globals.performance.now()), 50);
}

/** Runs in the page: returns the longest time it was not running. */
function longestBeat(): number {
  const { beats } = globalThis as unknown as PageGlobals; // See PageGlobals.
  return Math.max(...beats.map((at, index) => at - (beats[index - 1] ?? at)));
}

/** Waits until the page shows a price the server returned within the last seconds; returns how long that took. */
async function untilFresh(page: Page, edgeUrl: string): Promise<number> {
  const startMs = Date.now();
  const lines: string[] = [];
  for (;;) {
    lines.push(await priceOf(edgeUrl));
    const shown = await shownPrice(page);
    const waitedMs = Date.now() - startMs;
    if (lines.slice(-20).includes(shown)) return waitedMs;
    if (waitedMs > GIVEN_UP_MS) throw new Error(`the page shows ${shown}, the server said ${lines.at(-1)}`);
    await pause(100);
  }
}

async function shownPrice(page: Page): Promise<string> {
  const cell = page.locator('.mrow', { hasText: 'BTC' }).first().locator('.mrow__price');
  return (await cell.textContent())?.replaceAll(',', '').trim() ?? '';
}

async function priceOf(edgeUrl: string): Promise<string> {
  const answer = await fetch(`${edgeUrl}/api/currency/quotation_new`);
  const { data } = (await answer.json()) as { data: { list: { symbol: string; price: string }[] } }; // Our own API.
  const price = data.list.find(({ symbol }) => symbol === SYMBOL)?.price ?? '';
  return price.includes('.') ? price.padEnd(price.indexOf('.') + 3, '0') : `${price}.00`;
}
