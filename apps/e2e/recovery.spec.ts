import type { Locator } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { makeMember } from './member.ts';
import { addressOf, arrives, goTo, hashOf } from './pages.ts';
import { openPhone, type Phone, pageKeeping } from './phone.ts';

const { edgeUrl, mailsUrl } = inject('stack');
const address = (path: string) => addressOf(edgeUrl, path);

/** Both before the page can draw anything, as a trembling finger does. */
const tapTwice = (control: Locator) =>
  control.evaluate((element: { click(): void }) => {
    element.click();
    element.click();
  });

let phone: Phone;
/** Each try has a phone of its own. What is held up or taken away must not come from what the service worker kept. */
beforeEach(async () => {
  phone = await openPhone({ serviceWorkers: 'block' });
});
afterEach(() => phone.close());

describe('the app comes back', () => {
  it('given the frame’s words are missing in one’s language, then it speaks English; given all are, then it says so and offers another try', async () => {
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

  it('given a token the server no longer knows, when any page is open, then its owner is told and led to the login page', async () => {
    const member = await makeMember(edgeUrl, mailsUrl, 'forgotten');
    const page = await pageKeeping(phone, edgeUrl, { ...member.kept, token: 'x'.repeat(43) });
    await page.goto(address('market/market'));
    await arrives(page, '#/pages/common/login?redirect=');
    await page.close();
  });

  it('given an address with another case or a slash at its end, then it is put right and guarded like any other', async () => {
    const page = await pageKeeping(phone, edgeUrl);
    await page.goto(address('Fund/Assets/'));
    await arrives(page, '#/pages/common/login?redirect=%2Fpages%2Ffund%2Fassets');
    await page.close();
  });

  // Apart, because two steps in and two steps out would cancel each other.
  it('given two fast taps on what opens a sheet, then one step back closes it', async () => {
    const page = await pageKeeping(phone, edgeUrl);
    await page.goto(address('setting/set'));
    await tapTwice(page.getByRole('button', { name: /^Theme/ }));
    await page.getByRole('dialog').waitFor();
    await page.goBack();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(hashOf(page)).toBe('#/pages/setting/set');
    await page.close();
  });

  it('given two fast taps on a choice in a sheet, then the page under it stays', async () => {
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

describe('a transfer whose screen was left', () => {
  it('is told wherever its owner is, and leaves no draft to send again', async () => {
    const member = await makeMember(edgeUrl, mailsUrl, 'recovery');
    const page = await pageKeeping(phone, edgeUrl, member.kept);
    await page.goto(address('fund/assets'));
    await page.getByRole('button', { name: 'Try with practice money' }).click();
    await page.getByText('100,000').first().waitFor();
    await goTo(page, 'fund/transfer');
    const { promise: left, resolve: answer } = Promise.withResolvers<void>();
    await page.route('**/api/wallet/change', async (route) => {
      const response = await route.fetch();
      await left; // The answer comes when nobody looks any more.
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

  it('given the demo was left, when it is entered again, then nothing asks to leave it', async () => {
    const other = await makeMember(edgeUrl, mailsUrl, 'leaver');
    const page = await pageKeeping(phone, edgeUrl, other.kept);
    await page.goto(address('fund/assets'));
    for (const round of [1, 2]) {
      await page.getByRole('button', { name: 'Try with practice money' }).click();
      await page.getByText('100,000').first().waitFor();
      expect(await page.getByRole('dialog').count(), `round ${round}`).toBe(0);
      await page.getByRole('button', { name: 'Real account' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Real account' }).click();
      await page.getByText('Nothing here yet').waitFor();
    }
    await page.close();
  });
});
