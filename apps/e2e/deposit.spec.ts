import { connectLocalChain } from '@app/testkit/chain';
import type { Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { press } from './actions.ts';
import { makeDemoMember, makeMember } from './member.ts';
import { addressOf, arrives, goTo, leave } from './pages.ts';
import { openKeeping, openPhone, type Phone } from './phone.ts';

const { edgeUrl, mailsUrl, chain: urls } = inject('stack');
const RECEIVE = 'fund/receive?currency=USDT&chain=ERC20';
/** A test token has six places. */
const USDT = 1_000_000n;
const NEEDED = 12;

let phone: Phone;

beforeEach(async () => {
  phone = await openPhone();
});
afterEach(() => phone.close());

const chain = connectLocalChain(urls.url);

/** Reads the address that the page shows; it is spaced for the eye only. */
async function readAddress(page: Page): Promise<`0x${string}`> {
  const shown = await page.getByText(/^0x[0-9a-fA-F]{40}$/).textContent();
  expect(shown).toMatch(/^0x[0-9a-fA-F]{40}$/);
  return shown as `0x${string}`; // Checked above.
}

const send = (address: `0x${string}`, units: bigint) => chain.call(urls.usdt, 'mint', [address, units]);

/** Waits until the page shows at least that many confirmations, and returns how many. */
async function seesConfirmations(page: Page, least: number): Promise<number> {
  const bar = page.getByRole('img', { name: new RegExp(`^\\d+ of ${NEEDED} confirmations$`) });
  const read = async () => Number(/^\d+/.exec((await bar.getAttribute('aria-label')) ?? '')?.[0]);
  await expect.poll(read, { timeout: 60_000 }).toBeGreaterThanOrEqual(least);
  return await read();
}

describe('depositing', () => {
  it('given real mode, when coins are sent to the address, then confirmations rise, and page, assets and records agree', async () => {
    const { kept } = await makeMember(edgeUrl, mailsUrl, 'deposit');
    const page = await openKeeping(phone, addressOf(edgeUrl, 'index/index'), kept);
    await leave(page, () => page.getByRole('link', { name: 'Deposit' }).click());
    await leave(page, () => page.getByRole('link', { name: /^USDT/ }).click());
    await arrives(page, '#/pages/fund/receive?currency=USDT');
    await page.getByText('Choose the network you send USDT on.').waitFor();
    expect(await page.getByRole('radio', { checked: true }).count()).toBe(0);
    expect(await page.getByRole('radio', { name: /TRC20/ }).isDisabled()).toBe(true);
    await page.getByRole('radio', { name: /ERC20/ }).click();
    await page.getByText('Send only USDT on Ethereum (ERC20).').waitFor();
    const address = await readAddress(page);

    await send(address, 25n * USDT);
    await page.getByText('25 USDT arriving').waitFor({ timeout: 60_000 });
    const first = await seesConfirmations(page, 1);
    expect(first).toBeLessThan(NEEDED);
    await chain.mine(4);
    await seesConfirmations(page, first + 4);
    await chain.mine(NEEDED);
    await page.getByText('25 USDT is in your wallet').first().waitFor({ timeout: 60_000 });

    await goTo(page, 'fund/assets_record?currency=USDT');
    await page.getByText('25.00', { exact: true }).first().waitFor();
    await goTo(page, 'fund/receive_withdraw_record');
    await page.getByRole('button', { name: /^USDT Credited/ }).click();
    const sheet = page.getByRole('dialog', { name: 'Deposit' });
    await sheet.getByText('25 USDT').waitFor();
    await sheet.getByText('In your wallet').waitFor();
    await press(page, 'Close');
    await page.getByRole('tab', { name: 'Withdraw' }).click();
    await page.getByText('Withdrawals are not open yet').waitFor();
    expect(phone.seen.complaints).toEqual([]);
  });

  it('given a page that was open at the credit, when it shows the assets, then the balance is there without a reload', async () => {
    const { kept } = await makeMember(edgeUrl, mailsUrl, 'deposit-live');
    const page = await openKeeping(phone, addressOf(edgeUrl, RECEIVE), kept);
    const address = await readAddress(page);
    await goTo(page, 'fund/assets_record?currency=USDT');
    await page.getByText('0.00', { exact: true }).first().waitFor();
    await send(address, 7n * USDT);
    await chain.mine(NEEDED);
    await page.getByText('7.00', { exact: true }).first().waitFor({ timeout: 60_000 });
    expect(phone.seen.complaints).toEqual([]);
  });

  it('given demo mode, then it says why nothing can be deposited, and leads to the real account', async () => {
    const { kept } = await makeDemoMember(edgeUrl, mailsUrl, 'deposit-demo');
    const page = await openKeeping(phone, addressOf(edgeUrl, RECEIVE), kept);
    await page.getByText('Demo money cannot come from outside').waitFor();
    await press(page, 'Real account');
    await page.getByRole('dialog').getByRole('button', { name: 'Real account' }).click();
    await readAddress(page);
    expect(phone.seen.complaints).toEqual([]);
  });

  it('given the server is out of reach after the address was seen, then it is still shown, with its date', async () => {
    const { kept } = await makeMember(edgeUrl, mailsUrl, 'deposit-offline');
    const page = await openKeeping(phone, addressOf(edgeUrl, RECEIVE), kept);
    const address = await readAddress(page);
    await phone.context.route('**/api/**', (route) => route.abort());
    await page.reload();
    await page.getByText(/^You are offline\. This is your address as of /).waitFor();
    expect(await readAddress(page)).toBe(address);
  });
});
