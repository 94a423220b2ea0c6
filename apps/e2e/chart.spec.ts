import type { Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { seesCandles } from './actions.ts';
import { makeMember } from './member.ts';
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

  it('given the contract tab, then the market is shown with a note that contracts are closed, and a way to spot', async () => {
    const member = await makeMember(edgeUrl, mailsUrl, 'contract');
    const page = await openKeeping(phone, at('index/index'), member.kept);
    const tabs = page.getByRole('navigation', { name: 'Main pages' });
    await leave(page, () => tabs.getByRole('link', { name: 'Contract' }).click());
    await page.getByRole('button', { name: 'BTC/USDT', exact: true }).waitFor();
    await page
      .getByText(/^\d[\d,]*\.\d\d$/)
      .first()
      .waitFor();
    await seesColouredCandles(page);
    await page.getByText('Contracts are not open yet').waitFor();
    expect(await page.getByRole('link', { name: /Transfer/ }).count()).toBe(0);
    await leave(page, () => page.getByRole('link', { name: 'Trade BTC on spot' }).click());
    await arrives(page, '#/pages/transaction/currency?symbol=BTC%2FUSDT');
    expect(phone.seen.complaints).toEqual([]);
  });
});

/** Longest wait for the next head: one is published every minute, and the page polls for it. */
const NEXT_HEAD_MS_MAX = 90_000;
