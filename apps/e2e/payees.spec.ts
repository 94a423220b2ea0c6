import type { Page } from 'playwright-core';
import { afterEach, describe, expect, inject, it } from 'vitest';
import { press, setTradePassword } from './actions.ts';
import { mailsTo, readMessage, readNewCode } from './mail.ts';
import { makeMember } from './member.ts';
import { addressOf, goTo } from './pages.ts';
import { openKeeping, openPhone, type Phone } from './phone.ts';

const { edgeUrl, mailsUrl } = inject('stack');
const TRON = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
const ETHEREUM = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
/** Its first and last four characters are those of `TRON`. */
const TRAP = 'TR7NHqjdc7RRfhNRBJ2sN88AyTT5oULj6t';

let phone: Phone;
afterEach(() => phone.close());

async function choose(page: Page, field: RegExp, choice: RegExp): Promise<void> {
  await page.getByRole('button', { name: field }).click();
  await page.getByRole('dialog').getByRole('button', { name: choice }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

const fill = (page: Page, label: string, value: string) => page.getByRole('textbox', { name: label }).fill(value);

/** Types the trade password into the step-up sheet. */
async function confirm(page: Page): Promise<void> {
  const sheet = page.getByRole('dialog', { name: 'Confirm it is you' });
  for (const digit of '829471') await sheet.getByRole('button', { name: digit, exact: true }).click();
  await sheet.getByRole('button', { name: 'Confirm', exact: true }).click();
}

describe('the address book', () => {
  it('given no trade password, when addresses are saved, edited and deleted, then each step is checked and told', async () => {
    phone = await openPhone();
    const member = await makeMember(edgeUrl, mailsUrl, 'payee');
    const mails = mailsTo(mailsUrl, member.account);
    const page = await openKeeping(phone, addressOf(edgeUrl, 'setting/wallet'), member.kept);
    await page.getByText('No addresses yet').waitFor();
    await page.getByText('Withdrawals are not open yet').waitFor();
    await page.getByRole('link', { name: 'Add an address' }).click();

    await choose(page, /^Coin/, /^USDT/);
    await choose(page, /^Network/, /^TRC20/);
    await fill(page, 'Address', ETHEREUM);
    await page.getByText('This is an address of Ethereum, but you chose TRC20.').waitFor();
    await fill(page, 'Address', TRON);
    await page.getByText('Valid Tron address').waitFor();
    await fill(page, 'Name', 'Cold wallet');
    await press(page, 'Continue');
    await press(page, 'Save address');
    await page.getByRole('link', { name: 'Set trade password' }).click();
    await setTradePassword(page, (afterMs) => readNewCode(mails, afterMs));
    await press(page, 'Done');

    // What was entered is still there.
    expect(await page.getByRole('textbox', { name: 'Address' }).inputValue()).toBe(TRON);
    await press(page, 'Continue');
    await press(page, 'Save address');
    await confirm(page);
    await page.getByText('Address saved').waitFor();
    await readMessage(mails, 0, /Cold wallet, TR7NHq…gjLj6t/);
    await press(page, 'Done');
    await page.getByText('Usable in 24 h').waitFor();
    await page.getByText('1 of 3').waitFor();

    await page.getByRole('link', { name: 'Add an address' }).click();
    await choose(page, /^Coin/, /^USDT/);
    await choose(page, /^Network/, /^TRC20/);
    await fill(page, 'Name', 'Friend');
    await fill(page, 'Address', TRAP);
    await page.getByText('Looks like Cold wallet, but is not').waitFor();
    await press(page, 'Clear it');
    expect(await page.getByRole('textbox', { name: 'Address' }).inputValue()).toBe('');

    await goTo(page, 'setting/wallet');
    await press(page, 'Edit Cold wallet');
    await fill(page, 'Name', 'Vault');
    await press(page, 'Continue');
    await press(page, 'Save name');
    await confirm(page);
    await page.getByText('Name changed').waitFor();
    await press(page, 'Done');
    await press(page, 'Delete Vault');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByText('No addresses yet').waitFor();

    // The calls that were refused until they were proven.
    expect(phone.seen.complaints.filter((line) => !/\b40[39]\b/.test(line))).toEqual([]);
  });

  it('given a bank account in three steps, when it is saved, then it shows the last four digits only', async () => {
    phone = await openPhone();
    const member = await makeMember(edgeUrl, mailsUrl, 'bank');
    const mails = mailsTo(mailsUrl, member.account);
    const page = await openKeeping(phone, addressOf(edgeUrl, 'setting/payPassword'), member.kept);
    await setTradePassword(page, (afterMs) => readNewCode(mails, afterMs));
    await goTo(page, 'setting/bank');
    await press(page, 'Add a bank account');
    await fill(page, 'Full name', 'Mira Kaya');
    await fill(page, 'Phone number', '+1 415 555 0100');
    await press(page, 'Continue');
    await fill(page, 'Bank name', 'Example Bank');
    await fill(page, 'Account number', '123456789012');
    await fill(page, 'Bank address', '1 Main Street, New York');
    await page.getByText('The account number has digits only, at least 13.').waitFor();
    await fill(page, 'Account number', '1234567890123');
    await press(page, 'Continue');
    await fill(page, 'SWIFT code', 'CHASUS33');
    await fill(page, 'ABA number', '021000021');
    await fill(page, 'Your address', '5 Side Street, Boston');
    await fill(page, 'Post code', '02101');
    await press(page, 'Save bank account');
    await confirm(page);
    await page.getByText('Bank account saved').waitFor();
    await press(page, 'Done');
    await page.getByText('•••• 0123').waitFor();
    await page.getByText('Usable in 24 h').waitFor();
    expect(phone.seen.complaints.filter((line) => !/\b403\b/.test(line))).toEqual([]);
  });
});
