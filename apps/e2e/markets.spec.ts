import type { Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { press, seesCandles } from './actions.ts';
import { makeMember } from './member.ts';
import { addressOf, arrives, goTo, leave } from './pages.ts';
import { openKeeping, openPhone, type Phone } from './phone.ts';

type Styled = Readonly<Record<'color' | 'backgroundColor', string>>;
type Region = { readonly scrollTop: number; readonly dataset: Readonly<Record<string, string>> };
declare const document: { readonly documentElement: Region; querySelector(selector: string): Region | null };
declare const getComputedStyle: (element: object) => Styled;

const { edgeUrl, mailsUrl } = inject('stack');
const at = (path: string) => addressOf(edgeUrl, path);

let phone: Phone;
/** Opens a fresh phone for each attempt, so that pages and console errors of an earlier attempt cannot leak into it. */
beforeEach(async () => {
  phone = await openPhone();
});
afterEach(() => phone.close());

const row = (page: Page, symbol: string) => page.locator(`a[data-symbol="${symbol}"]`);
const priceOf = (page: Page, symbol: string) => row(page, symbol).locator('.mrow__price').textContent();
/** Waits until a row shows a price; without one it shows a placeholder or a dash. */
const seesPrice = (page: Page, symbol: string) => expect.poll(() => priceOf(page, symbol)).toMatch(/\d/);
const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main pages' }).getByRole('link', { name });

/** Lists the symbols in display order. */
const symbolsIn = (page: Page) =>
  page.locator('a[data-symbol]').evaluateAll((rows) => rows.map((each) => each.getAttribute('data-symbol')));

describe('the markets', () => {
  it('given a scrolled list, when a chart is opened, then back restores the list’s scroll position', async () => {
    const page = await openKeeping(phone, at('index/index'));
    await leave(page, () => tab(page, 'Markets').click());
    await seesPrice(page, 'BTC/USDT');
    const region = page.locator('main.scroll');
    await region.evaluate((element) => element.scrollTo(0, 420));
    await leave(page, () => row(page, 'LTC/USDT').click());
    await arrives(page, '#/pages/transaction/index?symbol=LTC%2FUSDT');
    await seesCandles(page);
    await leave(page, () => press(page, 'Back'));
    await arrives(page, '#/pages/market/market');
    await page.waitForFunction(() => document.querySelector('main.scroll')?.scrollTop === 420);
    await seesPrice(page, 'LTC/USDT');
    expect(phone.seen.complaints).toEqual([]);
  });

  it('given two phones of one user, when favourites are chosen and ordered on one, then the other shows them', async () => {
    const member = await makeMember(edgeUrl, mailsUrl, 'favourites');
    const other = await openPhone({ width: 360, height: 640, colorScheme: 'light' });
    const second = await openKeeping(other, at('market/market?tab=favourites'), member.kept);
    await second.getByRole('heading', { name: 'Choose your favourites' }).waitFor();

    const page = await openKeeping(phone, at('market/market?tab=favourites'), member.kept);
    for (const unwanted of ['SOL/USDT', 'XRP/USDT', 'BNB/USDT', 'DOGE/USDT'])
      await page.getByRole('checkbox', { name: unwanted }).uncheck();
    await press(page, 'Add 2');
    await page.getByText('2 pairs').waitFor();
    await page.getByRole('tab', { name: 'Spot' }).click();
    await row(page, 'LINK/USDT').click({ button: 'right' }); // Simulates a long press.
    await page.getByRole('dialog', { name: 'LINK/USDT' }).getByRole('button', { name: 'Add to favourites' }).click();
    await page.getByText('Added to favourites').waitFor();
    await page.getByRole('tab', { name: 'Favourites' }).click();
    await page.getByText('3 pairs').waitFor();
    expect(await symbolsIn(page)).toEqual(['BTC/USDT', 'ETH/USDT', 'LINK/USDT']);

    await press(page, 'Edit');
    await orderByKeysAndByHand(page);
    await press(page, 'Done');
    const wanted = ['LINK/USDT', 'ETH/USDT', 'BTC/USDT'];
    await expect.poll(() => symbolsIn(page)).toEqual(wanted);
    await expect.poll(() => symbolsIn(second), { timeout: LOOKS_AGAIN_MS_MAX }).toEqual(wanted);
    await other.close();
    expect([...phone.seen.complaints, ...other.seen.complaints]).toEqual([]);
  });

  it('given prices are loading, when language and price colours change, then only text and colours change', async () => {
    const page = await openKeeping(phone, at('market/market'));
    await seesPrice(page, 'BTC/USDT');
    await page.evaluate(() => Object.assign(globalThis, { isSamePage: true }));
    const coloursBefore = await pillColours(page);
    expect(await lookOf(page)).toBe('gu');

    await goTo(page, 'setting/set');
    await page.getByRole('radio', { name: /^Blue up, orange down/ }).check();
    await page.getByRole('button', { name: /^Language/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Español' }).click();
    await page.getByRole('heading', { name: 'Preferencias' }).waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await goTo(page, 'market/market');
    await page.getByRole('main', { name: 'Mercados' }).waitFor();
    await seesPrice(page, 'BTC/USDT');
    expect(await lookOf(page)).toBe('cb');
    const coloursAfter = await pillColours(page);
    for (const colour of coloursAfter) expect(coloursBefore).not.toContain(colour);
    const before = await priceOf(page, 'BTC/USDT');
    await expect.poll(() => priceOf(page, 'BTC/USDT')).not.toBe(before);
    expect(await page.evaluate(() => 'isSamePage' in globalThis)).toBe(true);
    expect(phone.seen.complaints).toEqual([]);
  });
});

/** Longest wait for another phone's favourites: changes are not pushed; the app polls four times a minute. */
const LOOKS_AGAIN_MS_MAX = 30_000;
const ROW_PX = 60;

/** Moves the last row to the top with arrow keys, then the new last row up by one place by dragging. */
async function orderByKeysAndByHand(page: Page): Promise<void> {
  const handle = (symbol: string) => page.getByRole('button', { name: `Move ${symbol}`, exact: true });
  await handle('LINK/USDT').press('ArrowUp');
  await page.getByText('LINK/USDT is now number 2 of 3').waitFor();
  await handle('LINK/USDT').press('ArrowUp');
  await page.getByText('LINK/USDT is now number 1 of 3').waitFor();
  const { x = 0, y = 0 } = (await handle('ETH/USDT').boundingBox()) ?? {};
  await page.mouse.move(x + 10, y + 10);
  await page.mouse.down();
  await page.mouse.move(x + 10, y + 10 - ROW_PX / 2);
  await page.mouse.move(x + 10, y + 10 - ROW_PX);
  await page.mouse.up();
  await page.getByText('ETH/USDT is now number 2 of 3').waitFor();
}

const lookOf = (page: Page) => page.evaluate(() => document.documentElement.dataset.price);

/** Collects the colours of price pills: rising and falling rows have four colours in two themes, all distinct. */
const pillColours = (page: Page) =>
  page
    .locator('.pill:is(.tone-up, .tone-down)')
    .evaluateAll((pills) => [
      ...new Set(pills.map((pill) => `${getComputedStyle(pill).color} ${getComputedStyle(pill).backgroundColor}`)),
    ]);
