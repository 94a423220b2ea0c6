import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { press } from './actions.ts';
import {
  CONTRACT,
  cards,
  dealSheet,
  hasNoPositions,
  makeContractTrader,
  openPosition,
  review,
  sideButton,
  sizeField,
} from './contract-actions.ts';
import { makeMember } from './member.ts';
import { addressOf, leave } from './pages.ts';
import { openKeeping, openPhone, type Phone } from './phone.ts';
import { chooseKind, priceField, priceInside } from './spot-actions.ts';

const { edgeUrl, mailsUrl } = inject('stack');
const at = (path: string) => addressOf(edgeUrl, path);

/** Setting that skips the review, so that an order is sent at once. */
const AT_ONCE = { confirm_contract: false };

let phone: Phone;
let other: Phone;
/** Opens fresh phones for each attempt, so that pages and console errors of an earlier attempt cannot leak into it. */
beforeEach(async () => {
  [phone, other] = await Promise.all([openPhone(), openPhone()]);
});
afterEach(() => Promise.all([phone.close(), other.close()]));

const traderOf = (name: string) => makeContractTrader(edgeUrl, mailsUrl, name);
const openContract = (on: Phone, kept: Record<string, unknown>) => openKeeping(on, at(CONTRACT), kept);
const complaints = () => [...phone.seen.complaints, ...other.seen.complaints];

/** Returns a price of BTC/USDT, as a multiple of the index price. */
async function priceAt(multiple: number): Promise<string> {
  const price = await priceInside(edgeUrl, { symbol: 'BTC/USDT', places: 2 });
  return Math.round(Number(price) * multiple).toString();
}

describe('a first position', () => {
  it('given a new user, then the risk is explained and asked about, and the guide leads to a position in demo', async () => {
    const member = await makeMember(edgeUrl, mailsUrl, 'guided');
    const page = await openContract(phone, member.kept);
    const gate = page.getByRole('dialog', { name: 'Contract' });
    const understood = gate.getByRole('button', { name: 'I understand the risk' });
    await gate.getByText('0 of 3').waitFor();
    expect(await understood.isEnabled()).toBe(false);
    await gate.getByText('Another user').click();
    await gate.getByText(/is on the other side of every contract/).waitFor();
    await gate.getByText('Tidemark', { exact: true }).click();
    await gate.getByText('No', { exact: true }).click();
    await gate.getByRole('radio', { name: /^\d\.\d+%$/ }).check({ force: true });
    await gate.getByText('3 of 3').waitFor();
    await understood.click();
    await gate.waitFor({ state: 'detached' });
    await press(page, 'Practise in demo'); // Prices are simulated, so real money is not taken.

    await page.getByRole('button', { name: 'More', exact: true }).first().click();
    await page.getByRole('dialog').getByText('Guided first position').click();
    await page.getByText('Step 1 of 6').waitFor();
    await press(page, 'Move 1,000.00 USDT');
    await page.getByText('Step 2 of 6').waitFor();
    await press(page, 'Next');
    await page.getByText('Step 3 of 6').waitFor();
    await press(page, '25%');
    await page.getByText('Step 4 of 6').waitFor();
    await press(page, 'Next');
    await page.getByText('Step 5 of 6').waitFor();
    await sideButton(page, 'long').click();
    await page.getByRole('dialog', { name: 'Review order' }).getByRole('button', { name: 'Open long' }).click();
    await page.getByText('Position opened').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Done', exact: true }).click();
    await page.getByText('Step 6 of 6').waitFor();
    await cards(page).waitFor();
    expect(complaints()).toEqual([]);
  });
});

describe('a position', () => {
  it('given an open one, when half and then the rest is closed, then history lists both closes and their receipt verifies', async () => {
    const trader = await traderOf('parts');
    const page = await openContract(phone, trader.kept);
    await openPosition(page, 'long');
    await cards(page).getByText('0.010 BTC').waitFor();
    await cards(page).getByRole('button', { name: 'Close', exact: true }).click();
    await dealSheet(page).getByRole('button', { name: '50%' }).click();
    await dealSheet(page).getByRole('button', { name: 'Close 0.005 BTC' }).click();
    await cards(page).getByText('0.005 BTC').waitFor();
    expect((await trader.deals()).map(({ share }) => share)).toEqual(['5']);

    await cards(page).getByRole('button', { name: 'Close', exact: true }).click();
    await dealSheet(page).getByRole('button', { name: 'Close 0.005 BTC' }).click();
    await hasNoPositions(page);
    await leave(page, () => page.getByRole('link', { name: 'History' }).click());
    await page.getByRole('button', { name: /^Long 5×/ }).click();
    const closes = page.getByRole('dialog').getByRole('list', { name: 'Closes' }).getByRole('listitem');
    await expect.poll(() => closes.count()).toBe(2);
    await leave(page, () => closes.last().getByRole('link', { name: 'Check' }).click());
    // At the latest under the next published head.
    await page.getByText('The receipt is correct').first().waitFor({ timeout: 150_000 });
    expect(complaints()).toEqual([]);
  });

  it('given an open one, when its stops and its margin are changed and it is reversed, then each is shown and true', async () => {
    const trader = await traderOf('changes');
    const opened = await trader.open();
    const page = await openContract(phone, trader.kept);
    const profit = await priceAt(1.1);
    const loss = await priceAt(0.9);
    await cards(page).getByRole('button', { name: 'TP/SL' }).click();
    await dealSheet(page).getByRole('textbox', { name: 'TP', exact: true }).fill(profit);
    await dealSheet(page).getByRole('textbox', { name: 'SL', exact: true }).fill(loss);
    await dealSheet(page).getByRole('button', { name: 'Save TP and SL' }).click();
    await cards(page)
      .getByText(`${Number(loss).toLocaleString('en')}.00`)
      .waitFor();
    expect((await trader.deals())[0]).toMatchObject({ target_profit_price: profit, stop_loss_price: loss });

    for (const [move, amount] of [
      ['Add', '50'],
      ['Remove', '20'],
    ] as const) {
      await cards(page).getByRole('button', { name: 'More' }).click();
      await dealSheet(page).getByText('Adjust margin').click();
      await dealSheet(page).getByText(move, { exact: true }).click();
      await dealSheet(page).getByRole('textbox', { name: 'Amount' }).fill(amount);
      await dealSheet(page)
        .getByRole('button', { name: `${move} ${amount}.00 USDT` })
        .click();
      await dealSheet(page).waitFor({ state: 'detached' });
    }
    const [changed] = await trader.deals();
    expect(Number(changed?.margin) - Number(opened.margin)).toBeCloseTo(30, 8);

    await cards(page).getByRole('button', { name: 'More' }).click();
    await dealSheet(page).getByText('Reverse', { exact: true }).click();
    await dealSheet(page).getByRole('button', { name: 'Reverse now' }).click();
    await cards(page).getByText('Short 5×').waitFor();
    expect(await trader.deals()).toMatchObject([{ type: 'sell', share: '10', stop_loss_price: null }]);
    expect(await trader.ended()).toMatchObject([{ id: opened.id, cause: 'reverse' }]);
    expect(complaints()).toEqual([]);
  });

  it('given twenty, when all are closed at once, then the sheet counts them down and none is left', async () => {
    const trader = await traderOf('twenty');
    const sides = Array.from({ length: 20 }, (_, index) => (index < 12 ? 'buy' : 'sell'));
    await Promise.all(sides.map((type) => trader.open({ type })));
    const page = await openContract(phone, trader.kept);
    await page.getByRole('tab', { name: /^Positions\s*20/ }).waitFor();
    await page.getByRole('button', { name: 'Close all' }).click();
    const sheet = page.getByRole('dialog', { name: 'Close positions' });
    await sheet.getByText('Longs 12').waitFor();
    await sheet.getByText('Shorts 8').waitFor();
    await sheet.getByRole('button', { name: 'Close 20 positions' }).click();
    await sheet.getByText('20 positions closed').waitFor();
    await sheet.getByRole('button', { name: 'Done' }).click();
    await hasNoPositions(page);
    expect((await trader.ended()).map(({ cause }) => cause)).toEqual(sides.map(() => 'user'));
    expect(complaints()).toEqual([]);
  });

  it('given two phones of one user, when one opens, changes or closes it, then the other shows the same', async () => {
    const trader = await traderOf('two');
    const [page, second] = await Promise.all([openContract(phone, trader.kept), openContract(other, trader.kept)]);
    await hasNoPositions(second);
    await openPosition(page, 'short');
    await cards(second).getByText('0.010 BTC').waitFor();
    await cards(second).getByText('Short 5×').waitFor();
    await cards(second).getByRole('button', { name: 'Close', exact: true }).click();
    await dealSheet(second).getByRole('button', { name: '25%' }).click();
    await dealSheet(second).getByRole('button', { name: 'Close 0.0025 BTC' }).click();
    await cards(page).getByText('0.0075 BTC').waitFor();
    await cards(second).getByText('0.0075 BTC').waitFor();
    await cards(page).getByRole('button', { name: 'Close', exact: true }).click();
    await dealSheet(page).getByRole('button', { name: 'Close 0.0075 BTC' }).click();
    await Promise.all([hasNoPositions(page), hasNoPositions(second)]);
    expect(complaints()).toEqual([]);
  });
});

describe('an order', () => {
  it('given a limit below the market, when it waits and is cancelled, then what it held is available again', async () => {
    const trader = await traderOf('waiting');
    const before = await trader.balance();
    const page = await openContract(phone, trader.kept);
    await chooseKind(page, 'Limit');
    await priceField(page).fill(await priceAt(0.95));
    const sheet = await review(page, 'long');
    await sheet.getByRole('button', { name: 'Open long' }).click();
    await page.getByText('Order placed').waitFor();
    await press(page, 'Done');
    await page.getByRole('tab', { name: /^Orders\s*1/ }).click();
    await cards(page).getByRole('button', { name: 'Cancel', exact: true }).click();
    await dealSheet(page).getByRole('button', { name: 'Cancel order' }).click();
    await page.getByText('No pending orders').waitFor();
    expect(await trader.ended()).toMatchObject([{ status: 4, cause: 'user' }]);
    expect(await trader.balance()).toEqual(before);
    expect(complaints()).toEqual([]);
  });

  it('given ten fast taps on the confirmation, then one position is opened', async () => {
    const trader = await traderOf('taps');
    const page = await openContract(phone, trader.kept);
    const keys: (string | undefined)[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/api/lever/submit')) keys.push(request.headers()['idempotency-key']);
    });
    const sheet = await review(page, 'long');
    await sheet.getByRole('button', { name: 'Open long' }).evaluate((button: { click(): void }) => {
      for (let tap = 0; tap < 10; tap++) button.click();
    });
    await page.getByText('Position opened').waitFor();
    expect(new Set(keys).size).toBe(1);
    expect(await trader.deals()).toHaveLength(1);
    expect(complaints()).toEqual([]);
  });

  it('given a reload before the outcome is known, then it is queried and reported, and the order is never resent', async () => {
    const trader = await traderOf('reload');
    const page = await openContract(phone, { ...trader.kept, ...AT_ONCE });
    await sideButton(page, 'long').waitFor();
    await sizeField(page).fill('0.01');
    const keys = new Set<string | undefined>();
    await page.route('**/api/lever/submit', async (route) => {
      keys.add(route.request().headers()['idempotency-key']);
      await route.fetch(); // It reaches the server; its response is dropped.
      await route.abort();
    });
    await sideButton(page, 'long').click();
    await page.getByText(/Checking your order/).waitFor();
    await expect.poll(async () => (await trader.deals()).length).toBe(1);
    await page.reload();
    await page.getByText(/^Your order was placed: Long BTC-PERP, 0\.010 BTC/).waitFor();
    expect([(await trader.deals()).length, keys.size]).toEqual([1, 1]);
  });
});
