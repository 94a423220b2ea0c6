import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { sendTo } from './member.ts';
import { addressOf, arrives, leave } from './pages.ts';
import { openKeeping, openPhone, type Phone } from './phone.ts';
import { makeTrader } from './trader.ts';

const { edgeUrl, mailsUrl } = inject('stack');
const at = (path: string) => addressOf(edgeUrl, path);

let phone: Phone;
beforeEach(async () => {
  phone = await openPhone();
});
afterEach(() => phone.close());

const BTC = '1';

describe('assets', () => {
  it('given a trade and a transfer, then each coin is listed once, its page has its cost and ledger, and records lead to receipts', async () => {
    const trader = await makeTrader(edgeUrl, mailsUrl, 'assets', '5000');
    await trader.place({ type: 'buy', currency_id: BTC, amount: '1000' });
    await sendTo(edgeUrl, String(trader.kept.token))('/wallet/change', {
      from_field: 'wallet',
      to_field: 'financial',
      currency: 'USDT',
      number: '250',
    });

    const page = await openKeeping(phone, at('fund/assets'), trader.kept);
    await page.getByText('2 coins').waitFor();
    await page.getByText(/^avg\. [\d,]+\.\d+$/).waitFor();
    await page.getByRole('button', { name: 'Accounts with USDT' }).click();
    await page.getByText('250.00', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Investments', exact: true }).click();
    await page.getByText('$250.00').first().waitFor();
    await page.getByRole('button', { name: 'Overview', exact: true }).click();

    await leave(page, () => page.getByRole('link', { name: /^BTC/ }).click());
    await page.getByText('Unrealised result', { exact: true }).waitFor();
    await page.getByRole('img', { name: /^Price of BTC/ }).waitFor();
    await page.getByText('Bought BTC').waitFor();
    await page.getByText('Own transfers', { exact: true }).click();
    await page.getByText('No activity yet').waitFor();
    await page.getByText('Trades', { exact: true }).click();
    await page.getByRole('button', { name: /^Bought BTC/ }).click();
    const sheet = page.getByRole('dialog', { name: 'Bought BTC' });
    await sheet.getByText('Order', { exact: true }).waitFor();
    await sheet.getByRole('link', { name: 'Open the order' }).click();
    await arrives(page, '#/pages/transaction/currency_order');
    await page.getByText('BTC/USDT').first().waitFor();

    const records = await openKeeping(phone, at('fund/assets_all_record'), trader.kept);
    await records.getByText('Net change, in USDT').waitFor();
    await records.getByText('Wallet → Investments').waitFor();
    await records.getByRole('button', { name: 'Kind' }).click();
    await records.getByRole('button', { name: 'Own transfers' }).click();
    await records.getByText('Bought BTC').waitFor({ state: 'detached' });
    expect(records.url()).toContain('kind=transfer');
    await records.getByRole('button', { name: /^Wallet → Investments/ }).click();
    await records.getByRole('link', { name: 'Open the receipt' }).click();
    await arrives(records, '#/pages/fund/transfer_history');
    await records.getByRole('dialog', { name: 'Transfer' }).getByText('250 USDT').waitFor();
    expect(phone.seen.complaints).toEqual([]);
  });
});
