import type { Locator } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { makeMember } from './member.ts';
import { addressOf, arrives, goTo, hashOf } from './pages.ts';
import { openPhone, type Phone, pageKeeping } from './phone.ts';

const { edgeUrl, mailsUrl } = inject('stack');
const address = (path: string) => addressOf(edgeUrl, path);

/** Taps twice before the page can redraw, as a shaky finger does. */
const tapTwice = (control: Locator) =>
  control.evaluate((element: { click(): void }) => {
    element.click();
    element.click();
  });

let phone: Phone;
/**
 * Opens a fresh phone for each attempt, without a service worker, so that its cache cannot serve what the test delays
 * or blocks.
 */
beforeEach(async () => {
  phone = await openPhone({ serviceWorkers: 'block' });
});
afterEach(() => phone.close());

describe('app recovery', () => {
  it('given missing texts in one language, then English is used; given none at all, then a retry is offered', async () => {
    const page = await pageKeeping(phone, edgeUrl, { lang: 'th' });
    await page.route('**/assets/texts-system.th-*', (route) => route.fulfill({ status: 404 }));
    await page.goto(address('market/market'));
    await page.getByRole('navigation', { name: 'Main pages' }).waitFor();
    await page.route('**/assets/texts-*', (route) => route.fulfill({ status: 404 }));
    await page.reload();
    await page.getByText('Tidemark could not be loaded').waitFor();
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('navigation', { name: 'เมนูหลัก' }).or(page.locator('nav.tabbar')).first().waitFor();
    await page.close();
  });

  it('given an unknown token, when any page is open, then the user is notified and redirected to login', async () => {
    const member = await makeMember(edgeUrl, mailsUrl, 'forgotten');
    const page = await pageKeeping(phone, edgeUrl, { ...member.kept, token: 'x'.repeat(43) });
    await page.goto(address('market/market'));
    await arrives(page, '#/pages/common/login?redirect=');
    await page.close();
  });

  it('given an address in another case or with a trailing slash, then it is normalised and guarded like any other', async () => {
    const page = await pageKeeping(phone, edgeUrl);
    await page.goto(address('Fund/Assets/'));
    await arrives(page, '#/pages/common/login?redirect=%2Fpages%2Ffund%2Fassets');
    await page.close();
  });

  // Separate tests, because two steps in and two steps out would cancel out.
  it('given two fast taps on a control that opens a sheet, then one step back closes it', async () => {
    const page = await pageKeeping(phone, edgeUrl);
    await page.goto(address('setting/set'));
    await tapTwice(page.getByRole('button', { name: /^Theme/ }));
    await page.getByRole('dialog').waitFor();
    await page.goBack();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(hashOf(page)).toBe('#/pages/setting/set');
    await page.close();
  });

  it('given two fast taps on an option in a sheet, then the page under it stays', async () => {
    const page = await pageKeeping(phone, edgeUrl);
    await page.goto(address('setting/setting'));
    await goTo(page, 'setting/set');
    await page.getByRole('button', { name: /^Theme/ }).click();
    await tapTwice(page.getByRole('dialog').getByRole('button', { name: 'Light' }));
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(hashOf(page)).toBe('#/pages/setting/set');
    await page.goBack();
    await arrives(page, '#/pages/setting/setting');
    await page.close();
  });
});

describe('a transfer whose screen was closed', () => {
  it('is reported on any screen, and leaves no draft to send again', async () => {
    const member = await makeMember(edgeUrl, mailsUrl, 'recovery');
    const page = await pageKeeping(phone, edgeUrl, member.kept);
    await page.goto(address('fund/assets'));
    await page.getByRole('button', { name: 'Open demo account' }).click();
    await page.getByText('100,000').first().waitFor();
    await goTo(page, 'fund/transfer');
    const { promise: left, resolve: answer } = Promise.withResolvers<void>();
    await page.route('**/api/wallet/change', async (route) => {
      const response = await route.fetch();
      await left; // The response arrives after the screen is closed.
      await route.fulfill({ response });
    });
    const amount = page.getByLabel('Amount', { exact: true });
    await amount.fill('100');
    const sent = page.waitForRequest('**/api/wallet/change');
    await page.getByRole('button', { name: 'Transfer', exact: true }).click();
    await sent;
    await goTo(page, 'market/market');
    answer();
    await page.getByText('Transferred: 100 USDT').waitFor();
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await goTo(page, 'fund/transfer');
    expect(await amount.inputValue()).toBe('');
    await page.close();
  });

  it('given the user left demo mode, when they enter it again, then no prompt to leave it appears', async () => {
    const other = await makeMember(edgeUrl, mailsUrl, 'leaver');
    const page = await pageKeeping(phone, edgeUrl, other.kept);
    await page.goto(address('fund/assets'));
    for (const round of [1, 2]) {
      await page.getByRole('button', { name: 'Open demo account' }).click();
      await page.getByText('100,000').first().waitFor();
      expect(await page.getByRole('dialog').count(), `round ${round}`).toBe(0);
      await page.getByRole('button', { name: 'Real account' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Real account' }).click();
      await page.getByText('Nothing here yet').waitFor();
    }
    await page.close();
  });
});
