import type { Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { getsIn, logIn, logOut, press, proveByMail, typeCode } from './actions.ts';
import { openAuthenticator } from './authenticator.ts';
import { mailsTo, readMessage, readNewCode, textsTo } from './mail.ts';
import { type Member, makeMember } from './member.ts';
import { addressOf, arrives, goTo, leave } from './pages.ts';
import { openKeeping, openPhone, type Phone } from './phone.ts';

const { edgeUrl, mailsUrl, smsUrl } = inject('stack');
const PASSWORD = 'correct horse battery';
const NEW_PASSWORD = 'a quite different horse';

let phone: Phone;
/** Opens a fresh phone for each attempt, so that pages and console errors of an earlier attempt cannot leak into it. */
beforeEach(async () => {
  phone = await openPhone();
});
afterEach(async () => {
  const complaints = phone.seen.complaints.filter((line) => !/\b(401|403|409)\b/.test(line));
  await phone.close();
  expect(complaints, 'complaints on the way').toEqual([]);
});

const codeTo = (account: string) => (afterMs: number) => readNewCode(mailsTo(mailsUrl, account), afterMs);
const at = (path: string) => addressOf(edgeUrl, path);

async function startRegistration(page: Page, code: string): Promise<void> {
  await page.goto(at(`common/register?code=${code}`));
}

async function choosePassword(page: Page): Promise<void> {
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Repeat password').fill(PASSWORD);
  await page.getByRole('checkbox').check();
  await press(page, 'Create account');
  await getsIn(page);
}

/** Links an authenticator on its page and returns a function that generates its current code. */
async function linkAuthenticator(page: Page, account: string): Promise<() => Promise<string>> {
  await goTo(page, 'setting/bind_authenticator');
  await press(page, 'I have an app');
  const uri = await page.getByRole('link', { name: 'Open in app' }).getAttribute('href');
  const key = new URL(uri ?? '').searchParams.get('secret') ?? '';
  expect(key).toMatch(/^[A-Z2-7]{16}$/);
  await page.getByText('I saved this key offline').click();
  await press(page, 'Continue');
  await proveByMail(page, codeTo(account));
  const { next } = openAuthenticator(key);
  await typeCode(page, 'Authenticator code', await next());
  await page.getByText('Authenticator linked').waitFor();
  return next;
}

const signedIn = async (name: string): Promise<{ member: Member; page: Page }> => {
  const member = await makeMember(edgeUrl, mailsUrl, name);
  return { member, page: await openKeeping(phone, at('setting/security'), member.kept) };
};

describe('account creation and security', () => {
  it('given an invitation, when a new user registers, links an authenticator and logs in, then a code is required', async () => {
    const inviter = await makeMember(edgeUrl, mailsUrl, 'inviter');
    const { inviteCode } = inviter.kept.user as { inviteCode: string };
    const account = `invited-${crypto.randomUUID().slice(0, 8)}@example.com`;
    const page = await openKeeping(phone, at('index/index'));
    await startRegistration(page, inviteCode);
    await page.getByRole('textbox', { name: 'Email', exact: true }).fill(account);
    const requestedAtMs = Date.now();
    await press(page, 'Send code');
    await typeCode(page, 'Code from the email', await readNewCode(mailsTo(mailsUrl, account), requestedAtMs));
    await press(page, 'Continue');
    await page.getByText(`${account} is confirmed`).waitFor();
    expect(await page.getByLabel('Invite code').inputValue()).toBe(inviteCode);
    await choosePassword(page);

    const next = await linkAuthenticator(page, account);
    await logOut(page);
    await logIn(page, edgeUrl, { account, password: PASSWORD });
    await typeCode(page, 'Authenticator code', '000000');
    await page.getByText(/authenticator code is wrong/).waitFor();
    await typeCode(page, 'Authenticator code', await next());
    await getsIn(page);
    await page.close();
  });

  it('given an authenticator, when the password is reset, then its code is required for the reset and later logins', async () => {
    const { member, page } = await signedIn('reset');
    const next = await linkAuthenticator(page, member.account);
    await logOut(page);
    await goTo(page, 'setting/forget');
    await page.getByRole('textbox', { name: 'Email', exact: true }).fill(member.account);
    const requestedAtMs = Date.now();
    await press(page, 'Send code');
    await typeCode(page, 'Code from the email', await readNewCode(mailsTo(mailsUrl, member.account), requestedAtMs));
    await press(page, 'Continue');
    await page.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD);
    await page.getByLabel('Repeat password').fill(NEW_PASSWORD);
    await press(page, 'Set new password');
    await typeCode(page, 'Authenticator code', await next());
    await page.getByText('Your password was changed').waitFor();
    await logIn(page, edgeUrl, { account: member.account, password: NEW_PASSWORD });
    await page.getByText('One more step').waitFor();
    await typeCode(page, 'Authenticator code', await next());
    await getsIn(page);
    await page.close();
  });

  it('given two devices, when one logs the other out, then the other is notified and redirected to the login page', async () => {
    const { member, page } = await signedIn('devices');
    const other = await openPhone({ width: 360, height: 640, colorScheme: 'light' });
    const second = await other.open(at('common/login'));
    await logIn(second, edgeUrl, member);
    await getsIn(second);
    await goTo(second, 'fund/assets');
    await readMessage(mailsTo(mailsUrl, member.account), 0, /new device/);
    await goTo(page, 'plus/devices');
    await page.getByText('This device').waitFor();
    await page.getByRole('listitem').getByRole('button', { name: 'Log out' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Log out' }).click();
    await arrives(second, '#/pages/common/login'); // The gateway's tests measure how soon its socket closes.
    await page.getByText('You are not logged in anywhere else.').waitFor();
    await other.close();
    await page.close();
  });

  it('given a phone number, when the user registers and resets the password by text message, then login succeeds', async () => {
    const number = `151${String(Math.floor(Math.random() * 1e8)).padStart(8, '0')}`;
    const page = await openKeeping(phone, at('common/register'));
    await page.getByText('Phone', { exact: true }).click();
    await leave(page, () => page.getByRole('link', { name: /^Country code/ }).click());
    await page.getByRole('searchbox').fill('+49');
    await page
      .getByRole('option', { name: /Germany/ })
      .or(page.getByRole('button', { name: /Germany/ }))
      .first()
      .click();
    await page.getByLabel('Phone number').fill(number);
    const requestedAtMs = Date.now();
    await press(page, 'Send code');
    await typeCode(
      page,
      'Code from the text message',
      await readNewCode(textsTo(smsUrl, `+49${number}`), requestedAtMs),
    );
    await press(page, 'Continue');
    await page.getByText('is confirmed').waitFor();
    await choosePassword(page);
    await logOut(page);
    await goTo(page, 'setting/forget_phone');
    await page.getByLabel('Phone number').fill(number);
    const resetAtMs = Date.now();
    await press(page, 'Send code');
    await typeCode(page, 'Code from the text message', await readNewCode(textsTo(smsUrl, `+49${number}`), resetAtMs));
    await press(page, 'Continue');
    await page.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD);
    await page.getByLabel('Repeat password').fill(NEW_PASSWORD);
    await press(page, 'Set new password');
    await page.getByText('Your password was changed').waitFor();
    await page.close();
  });

  it('given a safety phrase, when a security mail arrives, then it has the phrase, and its link freezes the account', async () => {
    const { member, page } = await signedIn('phrase');
    await page.getByRole('button', { name: /Safety phrase/ }).click();
    await page.getByLabel('Your phrase').fill('seven grey herons');
    const savedAtMs = Date.now();
    await press(page, 'Save');
    await proveByMail(page, codeTo(member.account));
    await page.getByText('Safety phrase saved').waitFor();
    const mail = await readMessage(mailsTo(mailsUrl, member.account), savedAtMs, /freeze/);
    const link = /https?:\/\/\S+/.exec(mail)?.[0] ?? '';
    const frozen = await phone.open(link.replace(/^https?:\/\/[^/]+/, edgeUrl));
    await press(frozen, 'Freeze my account');
    await frozen.getByText('Your account is frozen').waitFor();
    await arrives(page, '#/pages/common/login');
    await logIn(page, edgeUrl, member);
    await leave(page, () => page.getByRole('link', { name: 'Unfreeze account' }).click());
    await page.getByRole('textbox', { name: 'Email', exact: true }).fill(member.account);
    await page.getByLabel('Password', { exact: true }).fill(member.password);
    const requestedAtMs = Date.now();
    await press(page, 'Send code');
    await typeCode(page, 'Code from the email', await readNewCode(mailsTo(mailsUrl, member.account), requestedAtMs));
    await press(page, 'Unfreeze');
    await page.getByText('Your account is open again').waitFor();
    const latest = await readMessage(mailsTo(mailsUrl, member.account), requestedAtMs, /no longer frozen/);
    expect(latest).toContain('seven grey herons');
    await logIn(page, edgeUrl, member);
    await getsIn(page);
    await frozen.close();
    await page.close();
  });
});
