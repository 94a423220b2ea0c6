import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { addressOf, MARKETS_PATH, type Scene, withVisitor } from './scene.ts';

export const FRESH_AIM_MS = 3_000;
const GIVEN_UP_MS = 30_000;
const SYMBOL = 'BTC/USDT';

/** A page that was frozen while prices moved, as a phone freezes one in the background: when it is fresh again. */
export const measureResume = ({ stack, browser, short }: Scene): Promise<number> =>
  withVisitor(browser, async (page) => {
    await page.goto(addressOf(stack.edgeUrl, MARKETS_PATH));
    await untilFresh(page, stack.edgeUrl);
    const session = await page.context().newCDPSession(page);
    await session.send('Page.setWebLifecycleState', { state: 'frozen' });
    await pause(short ? 10_000 : 60_000);
    await session.send('Page.setWebLifecycleState', { state: 'active' });
    return await untilFresh(page, stack.edgeUrl);
  });

/** Until the page shows a price that the server said within the last seconds; answers how long that took. */
async function untilFresh(page: Page, edgeUrl: string): Promise<number> {
  const startMs = Date.now();
  const said: string[] = [];
  for (;;) {
    said.push(await priceOf(edgeUrl));
    const cell = page.locator('.mrow', { hasText: 'BTC' }).first().locator('.mrow__price');
    const shown = (await cell.textContent())?.replaceAll(',', '') ?? '';
    const waitedMs = Date.now() - startMs;
    if (said.slice(-20).includes(shown.trim())) return waitedMs;
    if (waitedMs > GIVEN_UP_MS) throw new Error(`the page shows ${shown}, the server said ${said.at(-1)}`);
    await pause(100);
  }
}

async function priceOf(edgeUrl: string): Promise<string> {
  const answer = await fetch(`${edgeUrl}/api/currency/quotation_new`);
  const { data } = (await answer.json()) as { data: { list: { symbol: string; price: string }[] } }; // Our own API.
  const price = data.list.find(({ symbol }) => symbol === SYMBOL)?.price ?? '';
  return price.includes('.') ? price.padEnd(price.indexOf('.') + 3, '0') : `${price}.00`;
}
