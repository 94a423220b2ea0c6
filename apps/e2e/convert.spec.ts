import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { makeDemoMember, sendTo } from './member.ts';
import { addressOf, leave } from './pages.ts';
import { openKeeping, openPhone, type Phone } from './phone.ts';

const { edgeUrl, mailsUrl } = inject('stack');
const CONVERT = 'fund/fundTransfer';
let phone: Phone;

beforeEach(async () => {
  phone = await openPhone();
});
afterEach(() => phone.close());

describe('converting', () => {
  it('given a locked rate that expires, when a new one is asked for and used, then it is converted once, listed and verified', async () => {
    const { kept } = await makeDemoMember(edgeUrl, mailsUrl, 'convert');
    const page = await openKeeping(phone, addressOf(edgeUrl, CONVERT), kept);
    await page.getByLabel('From', { exact: true }).fill('1000');
    await page.getByText(/^Rate locked for \d+ s$/).waitFor();
    await page.getByRole('button', { name: 'Review conversion' }).click();
    const sheet = page.getByRole('dialog', { name: 'Review conversion' });
    await sheet.getByText('Nothing was converted. Get a new rate and decide again.').waitFor();
    expect(await sheet.getByRole('button', { name: 'Convert', exact: true }).count()).toBe(0);
    await sheet.getByRole('button', { name: 'Get a new rate' }).click();
    await sheet.getByText(/^New rate/).waitFor();
    await sheet.getByRole('button', { name: 'Convert', exact: true }).click();
    await page.getByText('Converted', { exact: true }).waitFor();
    await page.getByText('99,000', { exact: true }).waitFor();

    await leave(page, () => page.getByRole('link', { name: 'Verify this conversion' }).click());
    await page.getByRole('heading', { name: 'The conversion is correct' }).waitFor();
    await page.getByText(/^1,000 USDT became 0\.\d+ BTC$/).waitFor();

    await page.goto(addressOf(edgeUrl, 'fund/transfer_history?tab=conversions'));
    await page.getByRole('button', { name: /^USDT BTC/ }).click();
    await page.getByRole('dialog').getByText('1,000 USDT').waitFor();
    expect(phone.seen.complaints).toEqual([]);
  });

  it('given more than the balance, then it is said before anything is sent', async () => {
    const { kept } = await makeDemoMember(edgeUrl, mailsUrl, 'convert-much');
    const page = await openKeeping(phone, addressOf(edgeUrl, CONVERT), kept);
    await page.getByLabel('From', { exact: true }).fill('100001');
    await page.getByText('Your balance is too low.').waitFor();
    const fields = { from_currency_id: '3', to_currency_id: '1', number: '100001' };
    await expect(sendTo(edgeUrl, String(kept.token))('/user/getTransferFee', fields)).rejects.toThrow('cannot be more');
    expect(phone.seen.complaints).toEqual([]);
  });
});
