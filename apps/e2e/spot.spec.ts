import { soon, timeOf } from '@app/testkit';
import type { Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { press } from './actions.ts';
import { makeDemoMember } from './member.ts';
import { addressOf, goTo, leave } from './pages.ts';
import { openKeeping, openPhone, type Phone } from './phone.ts';
import {
  amountField,
  COARSE,
  chooseKind,
  ownOrder,
  placeReviewed,
  priceField,
  priceInside,
  SPOT,
} from './spot-actions.ts';
import { makeTrader } from './trader.ts';

const { edgeUrl, mailsUrl } = inject('stack');
const at = (path: string) => addressOf(edgeUrl, path);

/** Settings that skip the order review, so that orders are placed at once. */
const AT_ONCE = { confirm_spot_limit: false, confirm_spot_market: false };

let phone: Phone;
let other: Phone;
/** Opens fresh phones for each attempt, so that pages and console errors of an earlier attempt cannot leak into it. */
beforeEach(async () => {
  [phone, other] = await Promise.all([openPhone(), openPhone()]);
});
afterEach(() => Promise.all([phone.close(), other.close()]));

const traderOf = (name: string, usdt?: string) => makeTrader(edgeUrl, mailsUrl, name, usdt);
const openSpot = (on: Phone, kept: Record<string, unknown>) => openKeeping(on, at(SPOT), kept);

/** Waits until the order book has quotes and the form has received them. */
const seesBook = (page: Page) => page.getByText(/^B \d+%$/).waitFor();

describe('a limit order', () => {
  it('given a resting order, when another user takes half and then the rest, then both phones show each fill live', async () => {
    const [maker, taker] = await Promise.all([traderOf('maker'), traderOf('taker')]);
    const { id, coin, symbol } = COARSE;
    const coarse = at(`transaction/currency?symbol=${symbol}`);
    await taker.place({ currency_id: id, type: 'buy', amount: '4000' });
    const page = await openKeeping(phone, coarse, maker.kept);
    await seesBook(page);
    await priceField(page).fill(await priceInside(edgeUrl, COARSE));
    await amountField(page).fill('12000');
    await placeReviewed(page, 'buy', coin);
    await page.getByText('Order placed').waitFor();
    await press(page, 'Done');
    await page.getByRole('tab', { name: /^Open orders\s*1/ }).waitFor();

    const theirs = await openKeeping(other, coarse, { ...taker.kept, ...AT_ONCE });
    await seesBook(theirs);
    await theirs.getByText('Sell', { exact: true }).click();
    await chooseKind(theirs, 'Market');
    await amountField(theirs).fill('6000');
    await theirs.getByRole('button', { name: `Sell ${coin}`, exact: true }).click();
    await theirs
      .getByText(/^Sold 6,?000\.?0* TRX/)
      .first()
      .waitFor();
    await page.getByText('50%', { exact: true }).first().waitFor();

    await taker.place({ currency_id: id, type: 'sell', amount: '6000' });
    await page.getByRole('tab', { name: /^Open orders\s*0/ }).waitFor();
    await page
      .getByText(/^Bought 12,?000\.?0* TRX/)
      .first()
      .waitFor();
    expect((await maker.orders())[0]).toMatchObject({ status: 'filled', filled: '12000' });
    expect([...phone.seen.complaints, ...other.seen.complaints]).toEqual([]);
  });

  it('given a resting order, when it is cancelled, then a warning is shown first and the hold is released', async () => {
    const trader = await traderOf('cancel');
    await trader.place({ currency_id: '1', type: 'buy', amount: '0.01', target_price: '50000' });
    const page = await openSpot(phone, trader.kept);
    await page.getByRole('button', { name: /^Cancel$/ }).click();
    const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'));
    await dialog.getByText(/charged/).waitFor();
    await dialog.getByRole('button', { name: 'Cancel order' }).click();
    await page.getByText('No open orders').waitFor();
    await page.getByText('20,000.00').first().waitFor();
    expect((await trader.orders())[0]).toMatchObject({ status: 'cancelled' });
    expect(phone.seen.complaints).toEqual([]);
  });
});

describe('a limit far worse than the market', () => {
  it('given reviews switched off, when it is sent, then it is reviewed in red all the same, and nothing is placed yet', async () => {
    const trader = await traderOf('far');
    const page = await openSpot(phone, { ...trader.kept, ...AT_ONCE });
    await seesBook(page);
    const price = await priceInside(edgeUrl, { symbol: 'BTC/USDT', places: 2 });
    await priceField(page).fill((Number(price) * 1.2).toFixed(2));
    await page.getByText(/% above the market/).waitFor();
    await amountField(page).fill('0.001');
    await page.getByRole('button', { name: 'Buy BTC', exact: true }).click();
    const sheet = page.getByRole('dialog', { name: 'Review order' });
    await sheet.getByText(/far too much/).waitFor();
    expect(await trader.orders()).toEqual([]);
    await sheet.getByRole('button', { name: 'Back' }).click();
    await priceField(page).fill((Number(price) * 3).toFixed(2));
    await page.getByRole('button', { name: 'Price too far off' }).waitFor();
    expect(phone.seen.complaints).toEqual([]);
  });
});

describe('a market order', () => {
  it('given a sale for money, when it is placed, then it brings at least that after the fee, as the review said', async () => {
    const trader = await traderOf('proceeds');
    await trader.place({ currency_id: '1', type: 'buy', amount: '4000' });
    const page = await openSpot(phone, trader.kept);
    await seesBook(page);
    await page.getByText('Sell', { exact: true }).click();
    await chooseKind(page, 'Market');
    await page.getByRole('button', { name: /^Unit: BTC/ }).click();
    await amountField(page).fill('500');
    await placeReviewed(page, 'sell');
    await page.getByText(/^Sold 0\.\d+ BTC/).waitFor();
    const [sold] = await trader.orders();
    expect(sold).toMatchObject({ status: 'filled', type: 'sell', amount: null });
    expect(phone.seen.complaints).toEqual([]);
  });

  it('given Max, when it is placed, then it fills, its receipt verifies on this phone, and history lists it', async () => {
    const trader = await traderOf('market', '500');
    const page = await openSpot(phone, trader.kept);
    await seesBook(page);
    await chooseKind(page, 'Market');
    await press(page, 'Max');
    await placeReviewed(page, 'buy');
    await page.getByText(/^Bought 0\.\d+ BTC/).waitFor();
    await leave(page, () => page.getByRole('link', { name: 'Check this trade' }).click());
    // At the latest under the next published head.
    await page.getByText('The trade is correct').first().waitFor({ timeout: 150_000 });
    await goTo(page, 'transaction/currency_order?tab=history');
    await page.getByText('Filled', { exact: true }).first().waitFor();
    await page.getByRole('tab', { name: 'Trades' }).click();
    await page.getByText('BTC/USDT').first().waitFor();
    expect(await trader.orders()).toHaveLength(1);
    expect(phone.seen.complaints).toEqual([]);
  });

  it('given ten fast taps on Buy, then exactly one order is placed', async () => {
    const trader = await traderOf('taps');
    const page = await openSpot(phone, { ...trader.kept, ...AT_ONCE });
    await seesBook(page);
    await chooseKind(page, 'Market');
    await amountField(page).fill('100');
    const buy = page.getByRole('button', { name: 'Buy BTC', exact: true });
    const box = await buy.boundingBox();
    for (let tap = 0; tap < 10; tap++)
      await page.touchscreen.tap((box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2);
    await page
      .getByText(/^Bought/)
      .first()
      .waitFor();
    expect(await trader.orders()).toHaveLength(1);
    expect(phone.seen.complaints).toEqual([]);
  });
});

describe('an order whose response is lost', () => {
  it('given a connection lost midway, when it is back, then the true state shows within 5 s, nothing duplicated', async () => {
    const trader = await traderOf('airplane');
    const page = await openSpot(phone, { ...trader.kept, ...AT_ONCE });
    await seesBook(page);
    await chooseKind(page, 'Market');
    await amountField(page).fill('100');
    let isSent = false;
    await page.route('**/api/coin/trade', async (route) => {
      if (isSent) return route.continue();
      isSent = true;
      await route.fetch(); // It reaches the server; its response is dropped.
      await phone.context.setOffline(true);
      await route.abort();
    });
    await page.getByRole('button', { name: 'Buy BTC', exact: true }).click();
    await page.getByText(/Checking your order/).waitFor();
    await page
      .getByText(/offline/i)
      .first()
      .waitFor();
    const isBack = async () => {
      await phone.context.setOffline(false);
      await page
        .getByText(/^Bought/)
        .first()
        .waitFor();
    };
    await soon('an order after the connection was lost', 5_000, () => timeOf(isBack));
    expect(await trader.orders()).toHaveLength(1);
  });

  it('given a reload before the outcome is known, then it is queried and reported, and the order is never resent', async () => {
    const trader = await traderOf('reload');
    const page = await openSpot(phone, { ...trader.kept, ...AT_ONCE });
    await seesBook(page);
    await chooseKind(page, 'Market');
    await amountField(page).fill('100');
    await page.route('**/api/coin/trade', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await page.getByRole('button', { name: 'Buy BTC', exact: true }).click();
    await page.getByText(/Checking your order/).waitFor();
    await ownOrder(trader, ({ status }) => status === 'filled');
    await page.reload();
    await page
      .getByText(/^Your order was placed/)
      .first()
      .waitFor();
    expect(await trader.orders()).toHaveLength(1);
  });
});

describe('Lite', () => {
  it('given an amount, when it is reviewed and placed, then the receipt shows the amount received', async () => {
    const trader = await traderOf('lite');
    const page = await openKeeping(phone, at('transaction/currency2?symbol=BTC/USDT'), trader.kept);
    await press(page, '25%');
    await page.getByText(/^You get ≈ 0\.\d+ BTC/).waitFor();
    await press(page, 'Review order');
    await page.getByRole('dialog').getByRole('button', { name: 'Place buy order' }).click();
    await page.getByText(/^Bought 0\.\d+ BTC/).waitFor();
    expect(await trader.orders()).toHaveLength(1);
    expect(phone.seen.complaints).toEqual([]);
  });
});

describe('a first trade', () => {
  it('given a new user in demo, when they follow the guide, then six steps end in a filled order', async () => {
    const member = await makeDemoMember(edgeUrl, mailsUrl, 'guided');
    const page = await openKeeping(phone, at(`${SPOT}&guide=1`), member.kept);
    await page.getByText('Step 1 of 6').waitFor();
    await page.getByRole('button', { name: 'Move USDT to spot' }).first().click();
    await page.getByRole('dialog').getByRole('button', { name: 'Move to spot' }).click();
    await page.getByText('Step 2 of 6').waitFor();
    await press(page, 'Next');
    await page.getByText('Step 3 of 6').waitFor();
    await chooseKind(page, 'Market');
    await press(page, '25%');
    await page.getByText('Step 4 of 6').waitFor();
    await press(page, 'Next');
    await page.getByText('Step 5 of 6').waitFor();
    await placeReviewed(page, 'buy');
    await page.getByText(/^Bought 0\.\d+ BTC/).waitFor();
    await press(page, 'Done');
    await page.getByText('Step 6 of 6').waitFor();
    expect(phone.seen.complaints).toEqual([]);
  });
});
