import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { getsIn, press, typeCode } from './actions.ts';
import { readMailedCode } from './mail.ts';
import { makeDemoMember, sendTo } from './member.ts';
import { addressOf, goTo } from './pages.ts';
import { openKeeping, openPhone, type Phone } from './phone.ts';

const { edgeUrl, mailsUrl } = inject('stack');
const PASSWORD = 'correct horse battery';

let phone: Phone;
beforeEach(async () => {
  phone = await openPhone();
});
afterEach(async () => {
  const { complaints } = phone.seen;
  await phone.close();
  expect(complaints).toEqual([]);
});

describe('terms', () => {
  it('given a half-filled registration, when the terms are read and left, then the form is kept and the version recorded', async () => {
    const account = `terms-${crypto.randomUUID().slice(0, 8)}@example.com`;
    const page = await openKeeping(phone, addressOf(edgeUrl, 'common/register'), {
      countries: { chosen: { residence: { code: 'DE', dial: '49' } }, recent: ['DE'] },
    });
    await page.getByRole('textbox', { name: 'Email', exact: true }).fill(account);
    await press(page, 'Send code');
    await typeCode(page, 'Code from the email', await readMailedCode(mailsUrl, account));
    await press(page, 'Continue');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByLabel('Repeat password').fill(PASSWORD);
    const [terms] = await Promise.all([
      phone.context.waitForEvent('page'),
      page.getByRole('link', { name: 'Terms' }).click(),
    ]);
    await terms.getByRole('heading', { name: 'What nobody can do' }).waitFor();
    await terms.getByText('Version in force').waitFor();
    expect(await terms.getByText('You accepted', { exact: true }).count()).toBe(0); // A visitor has accepted nothing.
    await Promise.all([terms.waitForEvent('close'), press(terms, 'Back')]);
    expect(await page.getByLabel('Password', { exact: true }).inputValue()).toBe(PASSWORD);
    await page.getByRole('checkbox').check();
    await press(page, 'Create account');
    await getsIn(page);
    await goTo(page, 'setting/operational_compliance');
    await page.getByText('Version 1 ·').waitFor();
  });
});

describe('the list of transfers', () => {
  it('given a transfer, when its reference number is pressed, then it opens in the list, which stays when it is closed', async () => {
    const member = await makeDemoMember(edgeUrl, mailsUrl, 'transfers');
    const send = sendTo(edgeUrl, String(member.kept.token));
    for (let count = 1; count <= 12; count++)
      await send('/wallet/change', { from_field: 'wallet', to_field: 'copy', currency: 'USDT', number: String(count) });
    const page = await openKeeping(phone, addressOf(edgeUrl, 'fund/transfer'), member.kept);
    await page.getByRole('textbox', { name: 'Amount' }).fill('77');
    await press(page, 'Transfer');
    await page.getByText('Transferred').waitFor();
    const number = page.getByRole('link', { name: /^\d{15,}$/ });
    const reference = await number.textContent();
    await number.click();
    const sheet = page.getByRole('dialog', { name: 'Transfer' });
    await sheet.getByText('77 USDT').waitFor();
    await sheet
      .getByText(reference ?? 'no number')
      .first()
      .waitFor();
    await sheet.getByRole('button', { name: 'Close' }).click();
    await sheet.waitFor({ state: 'detached' });
    await page.getByText('No more entries').scrollIntoViewIfNeeded();
    expect(await page.getByRole('button', { name: /Wallet.*Copy trading/ }).count()).toBe(12); // Both pages.
    await press(page, /^Account/);
    await page.getByRole('dialog').getByText('Spot', { exact: true }).click();
    await page
      .getByRole('button', { name: /Wallet.*Copy trading/ })
      .first()
      .waitFor({ state: 'detached' });
    await page.getByRole('button', { name: /Wallet.*Spot/ }).waitFor();
  });
});
