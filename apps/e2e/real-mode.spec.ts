import { fundAccounts } from '@app/testkit';
import { type LocalVenue, startLocalVenue } from '@app/testkit/venue';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { press } from './actions.ts';
import { makeMember, sendTo } from './member.ts';
import { type OwnStack, startOwnStack } from './own-stack.ts';
import { addressOf, leave } from './pages.ts';
import { openKeeping, openPhone, type Phone } from './phone.ts';
import { amountField, chooseKind, placeReviewed, SPOT } from './spot-actions.ts';

/** A whole product starts, beside the one that other journeys share. */
const START_MS_MAX = 300_000;
let venue: LocalVenue;
let stack: OwnStack;
let phone: Phone;

beforeAll(async () => {
  venue = await startLocalVenue({ prices: { 'BTC/USDT': '64000', 'ETH/USDT': '3000' } });
  stack = await startOwnStack({ FEED_SOURCES: 'local', LOCAL_VENUE_URL: venue.url });
  await stack.payCapital('house_ladder:BTC/USDT', 'BTC', '100');
  await stack.payCapital('house_ladder:BTC/USDT', 'USDT', '5000000');
}, START_MS_MAX);
afterAll(async () => {
  await stack.stop();
  await venue.stop();
});
beforeEach(async () => {
  venue.setFaults({});
  phone = await openPhone();
});
afterEach(() => phone.close());

/** Creates a user with real money to trade. */
async function makeRealTrader(name: string) {
  const member = await makeMember(stack.edgeUrl, stack.mailsUrl, name);
  const { id } = member.kept.user as { id: string }; // As `makeMember` keeps it.
  await fundAccounts(stack.database, 'real', [
    { userId: BigInt(id), kind: 'exchange', currency: 'USDT', amount: '20000' },
  ]);
  return member;
}

/** Waits until the order book has offers. */
const seesBook = (page: Page) => page.getByText(/^B \d+%$/).waitFor();

async function buy(page: Page, budget: string): Promise<void> {
  await amountField(page).fill(budget);
  await placeReviewed(page, 'buy');
  await page
    .getByText(/^Bought 0\.\d+ BTC/)
    .first()
    .waitFor();
}

describe('real mode', () => {
  it('given live venues, when they stop and return, then an order fills, is refused in words, and fills again', async () => {
    const { kept } = await makeRealTrader('real');
    const page = await openKeeping(phone, addressOf(stack.edgeUrl, SPOT), kept);
    await seesBook(page);
    await page.getByText('64,000.00').first().waitFor();
    expect(await page.getByText(/simulated/i).count()).toBe(0);
    await chooseKind(page, 'Market');
    await buy(page, '640');
    await press(page, 'Done');

    venue.setFaults({ isDown: true });
    await page.getByText('Prices are paused').waitFor();
    await page.getByText(/There is no live price right now/).waitFor();
    expect(await page.getByRole('button', { name: 'Waiting for prices' }).isEnabled()).toBe(false);
    const order = { legal_id: '3', currency_id: '1', type: 'buy', amount: '640' };
    const send = sendTo(stack.edgeUrl, String(kept.token));
    await expect(send('/coin/trade', order)).rejects.toThrow('There is no live price right now');

    venue.setFaults({});
    await seesBook(page);
    await buy(page, '320');
    expect(phone.seen.complaints).toEqual([]);
  });

  it('given a trade at a local venue’s price, when it is checked, then the page names test venues', async () => {
    const { kept } = await makeRealTrader('receipt');
    const page = await openKeeping(phone, addressOf(stack.edgeUrl, SPOT), kept);
    await seesBook(page);
    await chooseKind(page, 'Market');
    await buy(page, '640');
    await leave(page, () => page.getByRole('link', { name: 'Check this trade' }).click());
    await page.getByText('Test prices').first().waitFor();
    expect(phone.seen.complaints).toEqual([]);
  });
});
