import type { Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { press } from './actions.ts';
import { makeMember } from './member.ts';
import { dumpMemory } from './page-memory.ts';
import { addressOf, goTo } from './pages.ts';
import { openKeeping, openPhone, type Phone } from './phone.ts';

const { edgeUrl, mailsUrl } = inject('stack');
const at = (path: string) => addressOf(edgeUrl, path);

let phone: Phone;
/** Opens a fresh phone for each attempt, so that pages and console errors of an earlier attempt cannot leak into it. */
beforeEach(async () => {
  phone = await openPhone();
});
afterEach(() => phone.close());

/**
 * Amounts as stored in memory: 99,749.5, 250.5 and 100,000 in tenths, padded with the other 17 of their 18 decimal
 * places.
 */
const DEMO_MONEY = ['997495', '2505', '1000000'].map((tenths) => `"${tenths}${'0'.repeat(17)}"`);

const tokenOf = async (page: Page) => (await dumpMemory(page)).match(/"token":"\\"([\w-]{43})/)?.[1] ?? '';

/** Checks that the page memory contains no trace of the other mode. */
async function expectNothingOf(page: Page, ...traces: readonly string[]): Promise<void> {
  const memory = await dumpMemory(page);
  for (const trace of traces) expect(memory, trace).not.toContain(trace);
}

async function moveDemoMoney(page: Page): Promise<void> {
  await goTo(page, 'fund/transfer');
  await page.getByLabel('Amount', { exact: true }).fill('250.5');
  await press(page, 'Transfer');
  await page.getByText('Transferred').waitFor();
  await goTo(page, 'fund/assets');
  await showAccounts(page);
  await page.getByText('99,749.5').first().waitFor();
}

/** Opens the row of the coin: it has one once the coin is in two accounts. */
const showAccounts = (page: Page) => page.getByRole('button', { name: 'Accounts with USDT' }).click();

describe('real and demo mode', () => {
  it('given a switch of mode, then nothing stored or cached by the page belongs to the previous mode', async () => {
    const member = await makeMember(edgeUrl, mailsUrl, 'books');
    const page = await openKeeping(phone, at('fund/assets'), member.kept);
    await page.getByRole('button', { name: 'Open demo account' }).waitFor();
    const realToken = await tokenOf(page);
    expect(await dumpMemory(page)).toContain(':real'); // Proves that the dump finds data.
    await goTo(page, 'setting/setting');
    await page.getByText('Demo account').click();
    await page.getByText('Demo · 100.00K').waitFor();
    await expectNothingOf(page, realToken, ':real', '"book":"real"');

    await moveDemoMoney(page);
    expect(await dumpMemory(page)).toContain(DEMO_MONEY[0]);
    const demoToken = await tokenOf(page);
    await goTo(page, 'setting/setting');
    await page.getByText('Real account').click();
    await page.getByRole('dialog').getByRole('button').last().click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await goTo(page, 'fund/assets');
    await page.getByRole('button', { name: 'Open demo account' }).waitFor();
    await expectNothingOf(page, demoToken, ':demo', '"book":"demo"', ...DEMO_MONEY);
    await page.close();
  });

  it('given a used demo account, when it is reset, then every screen shows the initial state', async () => {
    const member = await makeMember(edgeUrl, mailsUrl, 'again');
    const page = await openKeeping(phone, at('setting/setting'), member.kept);
    await page.getByText('Demo account').click();
    await page.getByText('Demo · 100.00K').waitFor();
    await moveDemoMoney(page);
    const other = await phone.open(at('fund/assets'));
    await showAccounts(other);
    await other.getByText('99,749.5').first().waitFor();
    await goTo(page, 'setting/setting');
    await press(page, 'Reset demo account');
    await page.getByRole('dialog').getByRole('button', { name: 'Reset', exact: true }).click();
    await page.getByText('Demo account reset').waitFor();
    await other.getByText('100,000').first().waitFor();
    await other.getByText('99,749.5').first().waitFor({ state: 'detached' });
    await other.close();
    await page.close();
  });

  it('given a user, when they change picture, name and limits, then each change is saved', async () => {
    const member = await makeMember(edgeUrl, mailsUrl, 'profile');
    const page = await openKeeping(phone, at('setting/userInfo'), member.kept);
    await page.getByLabel('Nickname').fill('Mira K');
    await press(page, 'Save');
    await page.getByText('Saved').first().waitFor();
    const picture = { name: 'me.png', mimeType: 'image/png', buffer: Buffer.from(PICTURE, 'base64') };
    await page.locator('input[type=file]').setInputFiles(picture);
    await page.getByRole('dialog').getByRole('button', { name: 'Use', exact: true }).click();
    await page.getByText('Picture saved').waitFor();
    await page.locator('img[src^="/api/media/"]').waitFor();
    await goTo(page, 'plus/limits');
    await page.getByRole('button', { name: 'Set a limit' }).first().click();
    const sheet = page.getByRole('dialog', { name: 'Daily loss' });
    await sheet.getByLabel('Amount', { exact: true }).fill('200');
    await sheet.getByText('This takes effect now.').waitFor();
    await sheet.getByRole('button', { name: 'Save' }).click();
    await page.getByText('200 USDT a day').waitFor();
    await page.getByRole('button', { name: 'Change' }).first().click();
    await sheet.getByLabel('Amount', { exact: true }).click();
    await page.keyboard.press('Control+A');
    await page.keyboard.type('500');
    await sheet.getByText(/^This takes effect on/).waitFor();
    await sheet.getByRole('button', { name: 'Save' }).click();
    await page.getByText(/^Waiting: 500 USDT a day/).waitFor();
    await sheet.waitFor({ state: 'detached' }); // Closing navigates back and must finish before the next navigation.
    await goTo(page, 'setting/setting');
    await page.getByText('Mira K').waitFor();
    await page.getByText('Daily loss 200 USDT').waitFor();
    await page.close();
    expect(phone.seen.complaints).toEqual([]);
  });
});

/** PNG of 8 × 8 pixels, grey. */
const PICTURE = 'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAD0lEQVR4nGOowAEYhpYEACrVWgFd/AL1AAAAAElFTkSuQmCC';
