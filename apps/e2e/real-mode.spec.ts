import { type Amount, add, amountForSpeech, negate, parseDecimal, showAmount, subtract, sum } from '@app/money';
import { fundAccounts } from '@app/testkit';
import { type LocalVenue, startLocalVenue } from '@app/testkit/venue';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { press } from './actions.ts';
import { cards, contractsOf, dealSheet, hasNoPositions } from './contract-actions.ts';
import { type Member, makeMember, sendTo } from './member.ts';
import { type OwnStack, startOwnStack } from './own-stack.ts';
import { addressOf, goTo, leave } from './pages.ts';
import { openKeeping, openPhone, type Phone } from './phone.ts';
import { amountField, chooseKind, placeReviewed, SPOT, seesBook } from './spot-actions.ts';

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
  await stack.payCapital('capital', 'USDT', '1000000');
  await stack.payCapital('insurance', 'USDT', '100000');
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
    { userId: BigInt(id), kind: 'contract', currency: 'USDT', amount: '20000' },
  ]);
  const kept: Member['kept'] = { ...member.kept, contract_risk_read: [id] };
  return { ...member, kept };
}

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

const ETH = 'ETH/USDT';

/** Scripts the venues' price, and waits until it is the index price and live. */
async function quote(price: string): Promise<void> {
  venue.setPrice(ETH, price);
  await expect.poll(readQuote, { timeout: 60_000 }).toMatchObject({ price, state: 'open' });
}

async function readQuote() {
  const response = await fetch(`${stack.edgeUrl}/api/currency/quotation_new`);
  const { data } = (await response.json()) as { data: { list: { symbol: string }[] } }; // Our own API.
  return data.list.find(({ symbol }) => symbol === ETH);
}

/** Creates a user of contracts with one long of 1 ETH. */
async function makeHolder(name: string, form: Readonly<Record<string, string>>) {
  await quote('3000');
  const member = await makeRealTrader(name);
  const holder = { ...member, ...contractsOf(stack.edgeUrl, member) };
  const open = (more: typeof form) => holder.open({ currency_name: ETH, share: '100', ...more });
  return { holder, open, deal: await open(form) };
}

const at = (path: string) => addressOf(stack.edgeUrl, path);
const openContract = (kept: Record<string, unknown>) =>
  openKeeping(phone, at(`transaction/contract?symbol=${ETH}`), kept);

const amount = (text = '') => parseDecimal<Amount>(text);

/** Returns the value beside a label. */
const factOf = (box: Page | ReturnType<Page['getByRole']>, label: string) =>
  box
    .getByRole('term')
    .filter({ hasText: new RegExp(`^${label}$`) })
    .first()
    .locator('xpath=../dd')
    .textContent();

describe('contracts in real mode', () => {
  it('given a take-profit, when the price reaches it with the page open or closed, then notice, history and inbox say so', async () => {
    const { holder, open } = await makeHolder('profit', { multiple: '10', target_profit_price: '3030' });
    const page = await openContract(holder.kept);
    await cards(page, 'ETH').waitFor();
    venue.setPrice(ETH, '3040');
    await page.getByText(/^ETH\/USDT Long closed by take-profit: \+\d+\.\d\d USDT after fees$/).waitFor();
    await hasNoPositions(page);

    await quote('3040');
    await open({ multiple: '10', target_profit_price: '3070' });
    await page.goto('about:blank');
    venue.setPrice(ETH, '3080');
    await expect.poll(async () => (await holder.ended()).map(({ cause }) => cause)).toEqual(['profit', 'profit']);
    await page.goto(at('transaction/contract_order?tab=history'));
    await expect.poll(() => page.getByText(/^Take-profit · /).count()).toBe(2);
    await goTo(page, 'plus/notices');
    await expect.poll(() => page.getByText('ETH/USDT take-profit reached').count()).toBe(2);
    expect(phone.seen.complaints).toEqual([]);
  });

  it('given a price path that liquidates, then page, notice, receipt and ledger agree to the cent', async () => {
    const { holder, deal } = await makeHolder('forced', { multiple: '50' });
    const before = await holder.balance();
    const page = await openContract(holder.kept);
    await cards(page, 'ETH').waitFor();
    venue.setPrice(ETH, ['3000', { atMs: 3_000, price: '2950', isRamp: true }]);
    await page.getByText(/^ETH\/USDT Long was liquidated\./).waitFor();
    await hasNoPositions(page);
    await leave(page, () => press(page, 'See why'));

    const [ended] = await holder.ended();
    expect(ended).toMatchObject({ id: deal.id, cause: 'liquidation', settlements: [{ cause: 'liquidation' }] });
    const settlement = ended?.settlements[0];
    const margin = amount(settlement?.margin);
    const result = amount(settlement?.result);
    const fees = sum([amount(settlement?.fee), amount(settlement?.liquidation_fee), amount(settlement?.overnight)]);
    const returned = amount(settlement?.returned);
    expect(returned).toBe(subtract(add(margin, result), fees));
    expect(returned > 0n && margin === amount(deal.margin)).toBe(true);

    const after = await holder.balance();
    const left = add(amount(before?.available), returned);
    expect([amount(after?.available), after?.frozen]).toEqual([left, '0']);
    const [entry] = await holder.ledger();
    expect([entry?.kind, amount(entry?.available), amount(entry?.frozen)]).toEqual([
      'contract.liquidation',
      returned,
      negate(margin),
    ]);

    const forced = page.getByRole('dialog', { name: 'Position closed' });
    await forced.getByText('The price reached your liquidation price').waitFor();
    expect([
      await factOf(forced, 'Margin'),
      await factOf(forced, 'Loss'),
      await factOf(forced, 'Fees'),
      await factOf(forced, 'Back to you'),
    ]).toEqual([showAmount(margin, 2), showAmount(result, 2), `−${showAmount(fees, 2)}`, showAmount(returned, 2)]);
    await forced.getByText(`${showAmount(left, 2)} USDT in your contract account`).waitFor();
    await expect
      .poll(() => holder.notices())
      .toMatchObject([
        {
          kind: 'position_liquidated',
          params: { price: settlement?.price, result: settlement?.result, returned: settlement?.returned },
        },
      ]);

    await leave(page, () => forced.getByRole('link', { name: /^Check it yourself/ }).click());
    await page.getByText('The receipt is correct').first().waitFor({ timeout: 150_000 });
    expect(await factOf(page, 'Amount returned')).toBe(`${amountForSpeech(returned, 8)} USDT`);
    expect(await factOf(page, 'Result')).toBe(`${amountForSpeech(result, 8)} USDT`);
    expect(phone.seen.complaints).toEqual([]);
  });

  it('given a position, when the venues stop, then opening is off and says why, and a close waits for the next price', async () => {
    const { holder } = await makeHolder('paused', { multiple: '10' });
    const page = await openContract(holder.kept);
    await cards(page, 'ETH').waitFor();
    venue.setFaults({ isDown: true });
    await page.getByText(/^The price is paused\. New positions wait for a live price/).waitFor();
    expect(await page.getByRole('button', { name: 'Waiting for prices' }).isEnabled()).toBe(false);
    await cards(page, 'ETH').getByText('Price may be old').waitFor();
    await cards(page, 'ETH').getByRole('button', { name: 'Close', exact: true }).click();
    await dealSheet(page)
      .getByText(/Your order to close waits for the next valid price/)
      .waitFor();
    await dealSheet(page).getByRole('button', { name: 'Close 1.00 ETH' }).click();
    await cards(page, 'ETH').getByText('Closing at the next price').waitFor();
    expect(await holder.ended()).toEqual([]);

    venue.setFaults({});
    await hasNoPositions(page);
    expect(await holder.ended()).toMatchObject([{ cause: 'user' }]);
    expect(phone.seen.complaints).toEqual([]);
  });
});
