import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { getsIn, logIn, press, proveByMail } from './actions.ts';
import { mailsTo, readMessage, readNewCode } from './mail.ts';
import { makeMember } from './member.ts';
import { addressOf, goTo } from './pages.ts';
import { openKeeping, openPhone, type Phone } from './phone.ts';

const { edgeUrl, mailsUrl } = inject('stack');

let phone: Phone;
beforeEach(async () => {
  phone = await openPhone();
});
afterEach(async () => {
  // Every step-up starts with a refusal, which the browser logs.
  const complaints = phone.seen.complaints.filter((line) => !line.includes('status of 403'));
  await phone.close();
  expect(complaints).toEqual([]);
});

describe('closing an account', () => {
  it('given an empty account, when its owner downloads the data and closes it, then a login keeps it', async () => {
    const member = await makeMember(edgeUrl, mailsUrl, 'closing');
    const mails = mailsTo(mailsUrl, member.account);
    const readCode = (afterMs: number) => readNewCode(mails, afterMs);
    const page = await openKeeping(phone, addressOf(edgeUrl, 'plus/close'), member.kept);
    await page.getByText('No money left in your accounts').waitFor();
    await page.getByText('No open orders').waitFor();

    await page.getByRole('link', { name: 'Download your data first' }).click();
    await press(page, 'Make the file');
    await proveByMail(page, readCode);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('tidemark-account-data.json');
    const chunks: Buffer[] = [];
    for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
    const data = JSON.parse(Buffer.concat(chunks).toString('utf8'));
    expect(data.tables.user_account.rows).toMatchObject([{ email: member.account }]);

    await press(page, 'Back');
    const askedAtMs = Date.now();
    await page.getByLabel('Login password', { exact: true }).fill(member.password);
    await press(page, 'Close my account');
    await proveByMail(page, readCode);
    await page.getByText(/^Closes on /).waitFor();
    await readMessage(mails, askedAtMs, /You asked to close your account/);
    await goTo(page, 'setting/setting');
    await page.getByText(/^Your account closes on /).waitFor();

    const other = await openPhone();
    const elsewhere = await other.open(addressOf(edgeUrl, 'common/login'));
    await logIn(elsewhere, edgeUrl, member);
    await getsIn(elsewhere);
    await goTo(elsewhere, 'plus/close');
    await elsewhere.getByText('No money left in your accounts').waitFor();
    expect(await elsewhere.getByText(/^Closes on /).count()).toBe(0);
    await readMessage(mails, askedAtMs, /was cancelled/);
    await other.close();
  });
});
