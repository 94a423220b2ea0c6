import type { Page } from 'playwright-core';
import { addressOf, goTo } from './pages.ts';

declare const location: { hash: string };

/** User actions on the account pages, step by step, in English. */
export const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).click();

export const typeCode = (page: Page, label: string, code: string) =>
  page.getByRole('textbox', { name: label }).first().fill(code);

/** Locates the login form. The previous page may also have address and password fields; only this form can log in. */
export const loginForm = (page: Page) =>
  page.locator('form', { has: page.getByRole('button', { name: 'Log in', exact: true }) });

export async function logIn(page: Page, edgeUrl: string, { account, password }: { account: string; password: string }) {
  await page.goto(addressOf(edgeUrl, 'common/login'));
  const form = loginForm(page);
  await form.getByRole('textbox', { name: 'Email', exact: true }).fill(account);
  await form.getByLabel('Password', { exact: true }).fill(password);
  await press(page, 'Log in');
}

/**
 * Waits until a login or registration completes. Those pages also render the main pages below them, so the address must
 * change first.
 */
export async function getsIn(page: Page): Promise<void> {
  await page.waitForFunction(() => !location.hash.includes('/pages/common/'));
  await page.getByRole('navigation', { name: 'Main pages' }).waitFor();
}

export async function logOut(page: Page): Promise<void> {
  await goTo(page, 'setting/setting');
  await press(page, 'Log out');
  await page.getByRole('dialog').getByRole('button', { name: 'Log out' }).click();
  await page.getByRole('link', { name: 'Sign up' }).waitFor(); // Home as a visitor sees it: logout is complete.
}

/** Completes the step-up sheet with a code received by mail. */
export async function proveByMail(page: Page, readCode: (afterMs: number) => Promise<string>): Promise<void> {
  const sheet = page.getByRole('dialog', { name: 'Confirm it is you' });
  const requestedAtMs = Date.now();
  await sheet.getByRole('button', { name: 'Send code' }).click();
  const code = await readCode(requestedAtMs);
  await sheet.getByRole('textbox', { name: 'Email code' }).first().fill(code);
  await sheet.waitFor({ state: 'detached' });
}

/** Sets a trade password: four to six digits, typed twice on the page's keypad, followed by step-up. */
export async function setTradePassword(page: Page, readCode: (afterMs: number) => Promise<string>): Promise<void> {
  await press(page, 'Set trade password');
  for (const next of ['Continue', 'Save']) {
    for (const digit of '829471') await press(page, digit);
    await press(page, next);
  }
  await proveByMail(page, readCode);
  await page.getByText('Trade password saved').waitFor();
}

/** Waits until candles have replaced the placeholder and the figures of the last candle are shown as text. */
export async function seesCandles(page: Page): Promise<void> {
  await page.locator('.kline__plot--ready canvas').first().waitFor();
  await page
    .locator('.klegend')
    .getByText(/^[\d,.]+$/)
    .first()
    .waitFor();
}
