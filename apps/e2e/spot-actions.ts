import type { Page } from 'playwright-core';
import type { Trader } from './trader.ts';

/** User actions on the spot screen, step by step, in English. */
export const SPOT = 'transaction/currency?symbol=BTC/USDT';

/** Selects an order type in its sheet. */
export async function chooseKind(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: /^Order type/ }).click();
  const sheet = page.getByRole('dialog', { name: 'Order type' });
  await sheet.getByRole('radio', { name: new RegExp(`^${name}`) }).click();
  await sheet.waitFor({ state: 'detached' });
}

/** Waits until the order book has offers. */
export const seesBook = (page: Page) => page.getByText(/^B \d+%$/).waitFor();

export const amountField = (page: Page) => page.getByRole('textbox', { name: 'Amount', exact: true });
export const priceField = (page: Page) => page.getByRole('textbox', { name: 'Price · USDT', exact: true });

/** Submits the form, then confirms the review sheet, which places the order. */
export async function placeReviewed(page: Page, side: 'buy' | 'sell', coin = 'BTC'): Promise<void> {
  await page.getByRole('button', { name: `${side === 'buy' ? 'Buy' : 'Sell'} ${coin}`, exact: true }).click();
  const sheet = page.getByRole('dialog', { name: 'Review order' });
  await sheet.getByRole('button', { name: `Place ${side} order` }).click();
}

/**
 * Market in which the house of the shared stack stays two percent away: an order at the index price rests there. In others the
 * house reaches it within seconds.
 */
export const COARSE = { id: '15', coin: 'TRX', symbol: 'TRX/USDT', places: 4 } as const;

/** Returns a bid no worse than the house's: an order rests there, ahead of the house ladder. */
export async function priceInside(
  edgeUrl: string,
  { symbol: wanted, places }: { readonly symbol: string; readonly places: number },
): Promise<string> {
  const response = await fetch(`${edgeUrl}/api/currency/quotation_new`);
  const { data } = (await response.json()) as { data: { list: { symbol: string; price: string }[] } }; // Our own API.
  const price = data.list.find(({ symbol }) => symbol === wanted)?.price ?? '';
  return price.replace(new RegExp(`(\\.\\d{${places}})\\d*$`), '$1');
}

/** Waits up to 30 s until one of the trader's orders satisfies the condition. */
export async function ownOrder(
  trader: Trader,
  isSo: (order: Awaited<ReturnType<Trader['orders']>>[number]) => boolean,
) {
  for (
    const deadlineMs = Date.now() + 30_000;
    Date.now() < deadlineMs;
    await new Promise((go) => setTimeout(go, 250))
  ) {
    const found = (await trader.orders()).find(isSo);
    if (found !== undefined) return found;
  }
  throw new Error('no such order came');
}
