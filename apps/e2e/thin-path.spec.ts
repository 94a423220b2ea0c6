import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Page } from 'playwright-core';
import { afterEach, describe, expect, inject, it } from 'vitest';
import { getsIn, loginForm, logOut, press } from './actions.ts';
import { readMailedCode } from './mail.ts';
import { goTo } from './pages.ts';
import { openPhone, type Phone } from './phone.ts';

const PICTURES = resolve(import.meta.dirname, '../../reports/screens');
mkdirSync(PICTURES, { recursive: true });
const { edgeUrl, mailsUrl } = inject('stack');

const at = (path: string, query: string) => `${edgeUrl}/h5/${query}#/pages/${path}`;
const shoot = (page: Page, name: string) => page.screenshot({ path: join(PICTURES, `${name}.png`) });
/** Sessions that end: by logging out and by switching to demo mode. */
const SESSIONS_ENDED = 2;
const password = 'correct horse battery';

/** Registers from the first visit to a logged-in account, with a code received by mail. */
async function register(page: Page, account: string, name: string): Promise<void> {
  await page.getByRole('button', { name: /^Country of residence/ }).click();
  await page.getByRole('button', { name: /Germany/ }).click();
  await page.getByRole('textbox', { name: 'Email', exact: true }).fill(account);
  await page.getByRole('button', { name: 'Send code' }).click();
  await page
    .getByRole('textbox', { name: 'Code from the email' })
    .first()
    .fill(await readMailedCode(mailsUrl, account));
  await shoot(page, `${name}-register`);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Repeat password').fill(password);
  await page.getByRole('checkbox').check();
  await shoot(page, `${name}-password`);
  await page.getByRole('button', { name: 'Create account' }).click();
}

/** Ends the session that registration started and logs in with the password. */
async function logOutAndIn(page: Page, account: string): Promise<void> {
  await logOut(page);
  await goTo(page, 'common/login');
  await loginForm(page).getByRole('textbox', { name: 'Email', exact: true }).fill(account);
  await loginForm(page).getByLabel('Password', { exact: true }).fill(password);
  await shoot(page, 'login');
  await press(page, 'Log in');
  await getsIn(page);
}

async function walk(phone: Phone, name: string, query: string): Promise<void> {
  const account = `${name}-${crypto.randomUUID().slice(0, 8)}@example.com`; // Unique, because an account registers once, even on retry.
  const page = await phone.open(at('common/register', query));
  await register(page, account, name);
  await getsIn(page);
  await logOutAndIn(page, account);
  await goTo(page, 'fund/assets');
  await page.getByRole('button', { name: 'Open demo account' }).click();
  await page.getByText('100,000').first().waitFor();
  await shoot(page, `${name}-assets`);

  const other = await phone.open(at('fund/assets', query));
  await other.getByText('100,000').first().waitFor();

  await goTo(page, 'fund/transfer');
  await page.getByLabel('Amount', { exact: true }).fill('250.5');
  await shoot(page, `${name}-transfer`);
  await page.getByRole('button', { name: 'Transfer', exact: true }).click();
  await page.getByText('Transferred').waitFor();
  await shoot(page, `${name}-receipt`);

  // The other tab did not refetch: the update was pushed to it, and the coin is now in two accounts.
  await other.getByRole('button', { name: 'Accounts with USDT' }).click();
  await other.getByText('99,749.5').first().waitFor();
  await other.getByText('250.5').first().waitFor();
  await shoot(other, `${name}-other-tab`);
  expect(phone.seen.complaints).toEqual([]);
  expect(phone.seen.endedPolls).toBeLessThanOrEqual(SESSIONS_ENDED);
}

let phone: Phone;
afterEach(() => phone.close());

describe('end-to-end smoke path', () => {
  it('given a new visitor, when they register, take demo money and transfer some, then every tab shows it', async () => {
    phone = await openPhone({ serviceWorkers: 'allow', motion: 'full' });
    await walk(phone, 'thin', '');
  });

  it('passes with polling-only sockets, two gateways and two apis behind one edge', async () => {
    phone = await openPhone({ width: 360, height: 640, colorScheme: 'light', serviceWorkers: 'allow', motion: 'full' });
    await walk(phone, 'polling', '?transport=polling');
  });
});
