import type { Page } from 'playwright-core';
import { addressOf, goTo } from './pages.ts';

declare const location: { hash: string };

/** What a person does on the account's pages, step by step, in English. */
export const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).click();

export const typeCode = (page: Page, label: string, code: string) =>
  page.getByRole('textbox', { name: label }).first().fill(code);

export async function logIn(page: Page, edgeUrl: string, { account, password }: { account: string; password: string }) {
  await page.goto(addressOf(edgeUrl, 'common/login'));
  await page.getByRole('textbox', { name: 'Email', exact: true }).fill(account);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await press(page, 'Log in');
}

export const isIn = (page: Page) => page.getByRole('navigation', { name: 'Main pages' }).waitFor();

/** The page that was left also has the main pages, so the address must change first. */
export async function leavesLogin(page: Page): Promise<void> {
  await page.waitForFunction(() => !location.hash.includes('common/login'));
  await isIn(page);
}

export async function logOut(page: Page): Promise<void> {
  await goTo(page, 'setting/setting');
  await press(page, 'Log out');
  await page.getByRole('dialog').getByRole('button', { name: 'Log out' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

/** Proves it is them in the sheet that asks, with a code that comes by mail. */
export async function proveByMail(page: Page, readCode: (afterMs: number) => Promise<string>): Promise<void> {
  const sheet = page.getByRole('dialog', { name: 'Confirm it is you' });
  const askedAtMs = Date.now();
  await sheet.getByRole('button', { name: 'Send code' }).click();
  const code = await readCode(askedAtMs);
  await sheet.getByRole('textbox', { name: 'Email code' }).first().fill(code);
  await sheet.waitFor({ state: 'detached' });
}
