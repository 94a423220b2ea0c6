import type { Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { seesCandles } from './actions.ts';
import { makeDemoMember, sendTo } from './member.ts';
import { addressOf, arrives, goTo, leave } from './pages.ts';
import { openKeeping, openPhone, type Phone } from './phone.ts';

type Pixels = { readonly data: Uint8ClampedArray };
type Context = {
  fillStyle: string;
  fillRect(x: number, y: number, width: number, height: number): void;
  getImageData(x: number, y: number, width: number, height: number): Pixels;
};
type Canvas = { readonly width: number; readonly height: number; getContext(kind: '2d'): Context };
declare const document: {
  readonly documentElement: object;
  createElement(name: 'canvas'): Canvas;
  querySelectorAll(selector: string): Iterable<Canvas>;
};
declare const getComputedStyle: (element: object) => { getPropertyValue(name: string): string };

const { edgeUrl, mailsUrl } = inject('stack');
const at = (path: string) => addressOf(edgeUrl, path);

let phone: Phone;
/** Opens a fresh phone for each attempt, so that pages and console errors of an earlier attempt cannot leak into it. */
beforeEach(async () => {
  phone = await openPhone();
});
afterEach(() => phone.close());

/** Counts chart pixels that have exactly the rising or falling price colour. Runs in the page. */
function countToned(): number {
  const styles = getComputedStyle(document.documentElement);
  const sample = document.createElement('canvas').getContext('2d');
  const bytesOf = (colour: string) => {
    sample.fillStyle = colour;
    sample.fillRect(0, 0, 1, 1);
    return [...sample.getImageData(0, 0, 1, 1).data];
  };
  const tones = ['--up', '--down'].map((name) => bytesOf(styles.getPropertyValue(name)));
  let count = 0;
  for (const canvas of document.querySelectorAll('.kline__canvas canvas')) {
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    for (let place = 0; place < data.length; place += 4)
      if (tones.some((tone) => tone.every((byte, part) => data[place + part] === byte))) count += 1;
  }
  return count;
}

/** Checks visually that candle bodies are drawn in the chosen colours. */
async function seesColouredCandles(page: Page): Promise<void> {
  await seesCandles(page);
  await expect.poll(() => page.evaluate(countToned)).toBeGreaterThan(MANY_POINTS);
}
const MANY_POINTS = 1_000;

describe('the chart', () => {
  it('given a drawn chart, when period, language and price colours change, then it is redrawn with them', async () => {
    const page = await openKeeping(phone, at('transaction/index?symbol=BTC/USDT'));
    await seesColouredCandles(page);
    await page.getByRole('button', { name: '15m', exact: true }).click();
    await page.getByRole('img', { name: 'Price chart of BTC/USDT, 15m.' }).waitFor();
    await seesColouredCandles(page);
    await goTo(page, 'setting/set');
    await page.getByRole('radio', { name: /^Blue up, orange down/ }).check();
    await page.getByRole('button', { name: /^Language/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Español' }).click();
    await page.getByRole('heading', { name: 'Preferencias' }).waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await leave(page, () => page.goBack());
    await page.getByRole('button', { name: 'Volver' }).waitFor();
    await seesColouredCandles(page);
    expect(phone.seen.complaints).toEqual([]);
  });

  it('given a price, when it is verified, then this browser finds it correct, at the latest under the next head', async () => {
    const page = await openKeeping(phone, at('transaction/index?symbol=BTC/USDT'));
    await page.getByRole('tab', { name: 'Info' }).click();
    await leave(page, () => page.getByRole('link', { name: 'Check this price' }).click());
    await arrives(page, '#/pages/plus/verify?symbol=BTC%2FUSDT&seq=');
    const heading = (name: string) => page.getByRole('heading', { name });
    await heading('The price is correct').waitFor();
    await page.getByText('Final seal within a minute').waitFor({ state: 'hidden', timeout: NEXT_HEAD_MS_MAX });
    await heading('The price is correct').waitFor();
    await page.getByText('Difference').waitFor();
    await leave(page, () => page.goBack());
    await arrives(page, '#/pages/transaction/index?symbol=BTC/USDT');
    expect(phone.seen.complaints).toEqual([]);
  });

  it('given a position with a take-profit, when its line is moved by keyboard and saved, then the server has it', async () => {
    const member = await makeDemoMember(edgeUrl, mailsUrl, 'lines');
    const send = sendTo(edgeUrl, String(member.kept.token));
    const market = { currency_name: 'BTC/USDT' };
    await send('/wallet/change', { from_field: 'wallet', to_field: 'contract', currency: 'USDT', number: '5000' });
    await send('/lever/submit', { ...market, type: 'buy', share: '1', multiple: '5', target_profit_price: '500000' });
    const page = await openKeeping(phone, at('transaction/index?symbol=BTC/USDT&mode=contract'), member.kept);
    await seesCandles(page);
    const lines = page.getByRole('listbox', { name: 'Take profit and stop loss lines' });
    await lines.focus();
    for (const key of ['Shift+ArrowUp', 'ArrowDown']) await page.keyboard.press(key);
    await page.getByText(/^TP 500,000\.09 · closes 0\.00100 · ≈ \+/).waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('Take profit and stop loss saved').waitFor();
    const { list } = (await send('/lever/deal', market)) as { list: { target_profit_price: string }[] }; // Our own API.
    expect(list.map((deal) => deal.target_profit_price)).toEqual(['500000.09']);
    expect(phone.seen.complaints).toEqual([]);
  });
});

/** Longest wait for the next head: stacks of journeys publish one every five seconds, and the page polls for it. */
const NEXT_HEAD_MS_MAX = 90_000;
