import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { readMailedCode } from './mail.ts';
import { openPhone, type Phone } from './phone.ts';

const PICTURES = resolve(import.meta.dirname, '../../reports/screens');
mkdirSync(PICTURES, { recursive: true });
const { edgeUrl, mailsUrl } = inject('stack');

const at = (path: string, query = '') => `${edgeUrl}/h5/${query}#/pages/${path}`;
const shoot = (page: Page, name: string) => page.screenshot({ path: join(PICTURES, `${name}.png`) });
/** By logging out, and by changing to the demo book. */
const SESSIONS_ENDED = 2;
const password = 'correct horse battery';

/** From the first visit to a logged-in account, with a code that came by mail. */
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

/** Registering starts a session; the journey also ends it and comes back with the password. */
async function logOutAndIn(page: Page, account: string, query: string): Promise<void> {
  await page.goto(at('setting/setting', query));
  await page.getByRole('button', { name: 'Log out' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Log out' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.goto(at('common/login', query));
  await page.getByRole('textbox', { name: 'Email', exact: true }).fill(account);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await shoot(page, 'login');
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await page.getByRole('navigation', { name: 'Main pages' }).waitFor();
}

async function walk(phone: Phone, name: string, query: string): Promise<void> {
  const account = `${name}@example.com`;
  const page = await phone.open(at('common/register', query));
  await register(page, account, name);
  await page.getByRole('navigation', { name: 'Main pages' }).waitFor();
  await logOutAndIn(page, account, query);
  await page.goto(at('fund/assets', query));
  await page.getByRole('button', { name: 'Try with practice money' }).click();
  await page.getByText('100,000').first().waitFor();
  await shoot(page, `${name}-assets`);

  const other = await phone.open(at('fund/assets', query));
  await other.getByText('100,000').first().waitFor();

  await page.goto(at('fund/transfer', query));
  await page.getByLabel('Amount').fill('250.5');
  await shoot(page, `${name}-transfer`);
  await page.getByRole('button', { name: 'Transfer', exact: true }).click();
  await page.getByText('Transferred').waitFor();
  await shoot(page, `${name}-receipt`);

  // The other tab never asked again: it was told.
  await other.getByText('99,749.5').first().waitFor({ timeout: 5_000 });
  await other.getByText('250.5').first().waitFor();
  await shoot(other, `${name}-other-tab`);
  expect(phone.seen.complaints).toEqual([]);
  expect(phone.seen.endedPolls).toBeLessThanOrEqual(SESSIONS_ENDED);
}

describe('the thin path', () => {
  it('given a stranger with a phone, when they register, take demo money and move some, then every tab shows it', async () => {
    const phone = await openPhone();
    await walk(phone, 'thin', '');
    await phone.close();
  });

  it('walks the same with sockets by polling alone, two gateways and two apis behind one edge', async () => {
    const phone = await openPhone({ width: 360, height: 640, colorScheme: 'light' });
    await walk(phone, 'polling', '?transport=polling');
    await phone.close();
  });
});
