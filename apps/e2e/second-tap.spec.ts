import type { Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { press } from './actions.ts';
import { makeDemoMember, makeMember, sendTo } from './member.ts';
import { addressOf } from './pages.ts';
import { openKeeping, openPhone, type Phone } from './phone.ts';

const { edgeUrl, mailsUrl } = inject('stack');
const at = (path: string) => addressOf(edgeUrl, path);

let phone: Phone;
beforeEach(async () => {
  phone = await openPhone({ provoked: [/status of 504/] });
});
afterEach(() => phone.close());

const UNKNOWN = { status: 504, json: { type: 'error', code: 0, message: 'Unknown', error: 'result_unknown' } };

/**
 * Taps once with an injected fault, then again. On the first tap the server executes and commits, then the response is
 * replaced: the app receives `result_unknown`, however often it retries. The page is reloaded and the user taps once
 * more.
 */
async function tapTwice(page: Page, path: string, tap: () => Promise<void>): Promise<void> {
  const keys: string[] = [];
  let isBroken = true;
  await page.route(`**/api${path}`, async (route) => {
    keys.push(route.request().headers()['idempotency-key'] ?? '');
    if (!isBroken) return await route.continue();
    await route.fetch();
    await route.fulfill(UNKNOWN);
  });
  await tap();
  await expect.poll(() => keys.length).toBeGreaterThan(1);
  const address = page.url();
  await page.goto('about:blank'); // Stops its retries before the servers respond again.
  isBroken = false;
  const before = keys.length;
  await page.goto(address);
  await tap();
  await expect.poll(() => keys.length).toBeGreaterThan(before);
  expect(new Set(keys).size).toBe(1);
}

const balances = async (token: unknown) => JSON.stringify(await sendTo(edgeUrl, String(token))('/wallet/list', {}));

// spot.spec.ts covers placing orders; a cancelled order cannot be cancelled twice.
describe('a second tap after an unknown result', () => {
  it('moves money once', async () => {
    const { kept } = await makeDemoMember(edgeUrl, mailsUrl, 'second-transfer');
    const page = await openKeeping(phone, at('fund/transfer'), kept);
    await tapTwice(page, '/wallet/change', async () => {
      await page.getByLabel('Amount', { exact: true }).fill('250.5');
      await press(page, 'Transfer');
    });
    await page.getByText('Transferred').waitFor();
    expect(await balances(kept.token)).toContain('99749.5');
  });

  it('opens one demo account', async () => {
    const { kept } = await makeMember(edgeUrl, mailsUrl, 'second-demo');
    const page = await openKeeping(phone, at('setting/setting'), kept);
    await tapTwice(page, '/user/demo_account', () => page.getByText('Demo account').click());
    await page.getByText('Demo · 100.00K').waitFor();
  });

  it('resets the demo account once', async () => {
    const { kept } = await makeDemoMember(edgeUrl, mailsUrl, 'second-reset');
    const page = await openKeeping(phone, at('setting/setting'), kept);
    await tapTwice(page, '/user/reset_account', async () => {
      await press(page, 'Reset demo account');
      await page.getByRole('dialog').getByRole('button', { name: 'Reset', exact: true }).click();
    });
    await page.getByText('Demo account reset').waitFor();
    expect(await balances(kept.token)).toContain('100000');
  });
});
