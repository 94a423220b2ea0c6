import type { Page } from 'playwright-core';
import { afterEach, describe, expect, inject, it } from 'vitest';
import { press } from './actions.ts';
import { inspectDesk } from './axe.ts';
import { choosePicture } from './identity-actions.ts';
import { makeMember } from './member.ts';
import { addressOf, arrives, goTo } from './pages.ts';
import { openKeeping, openPhone, type Phone } from './phone.ts';
import { goTo as goToDesk, joinStaff } from './staff.ts';

const { edgeUrl, mailsUrl } = inject('stack');
const HASH = 'c7'.repeat(32);

let devices: Phone[] = [];
afterEach(async () => {
  for (const device of devices) await device.close();
  devices = [];
});

const open = async (options: Parameters<typeof openPhone>[0] = {}): Promise<Phone> => {
  const device = await openPhone(options);
  devices.push(device);
  return device;
};

/** Reports coins with a picture, from the page of the address. */
async function report(page: Page): Promise<void> {
  await press(page, 'Coins not here?');
  const sheet = page.getByRole('dialog', { name: 'Coins that didn’t arrive' });
  await sheet.getByRole('button', { name: 'Send report' }).click();
  await sheet.getByText('Enter the amount and add the picture.').waitFor();
  await sheet.getByRole('textbox', { name: 'Amount you sent' }).fill('4000');
  await sheet.getByRole('textbox', { name: 'Transaction hash' }).fill('0x12');
  await sheet.getByText(/^A transaction hash has 64 characters/).waitFor();
  await sheet.getByRole('textbox', { name: 'Transaction hash' }).fill(HASH);
  await choosePicture(page);
  await sheet.getByText('Photo sent').waitFor();
  await sheet.getByRole('button', { name: 'Send report' }).click();
  await sheet.getByText('Report sent').waitFor();
}

describe('coins that did not arrive', () => {
  it('given a report with a picture, when finance refuses it, then the user reads why', async () => {
    const phone = await open();
    const { kept } = await makeMember(edgeUrl, mailsUrl, 'claim');
    const page = await openKeeping(phone, addressOf(edgeUrl, 'fund/receive?currency=USDT&chain=ERC20'), kept);
    await report(page);
    await page.getByRole('link', { name: 'Deposits and withdrawals' }).last().click();
    await arrives(page, '#/pages/fund/receive_withdraw_record');
    const own = page.getByRole('region', { name: 'Reported by you' });
    await own.getByText('Under review').waitFor();

    const office = await open({ width: 1280, height: 800, isDesktop: true });
    const desk = await office.open('about:blank');
    await joinStaff(desk, 'Finn', ['finance']);
    await goToDesk(desk, '#/deposits');
    const { id } = kept.user as { id: string };
    await desk.getByRole('row').filter({ hasText: id }).click();
    const pane = desk.getByRole('complementary', { name: 'Chosen report' });
    await pane.getByText('4,000').first().waitFor();
    await pane.getByRole('button', { name: 'Open the picture' }).click();
    await pane.getByRole('img', { name: 'Picture' }).waitFor();
    await inspectDesk(desk, 'deposits');
    await desk.keyboard.press('r');
    const dialog = desk.getByRole('alertdialog');
    await dialog.getByRole('radio', { name: 'Another reason' }).check();
    await dialog.getByLabel('For the user to read').fill('The sender got it back.');
    await dialog.getByRole('button', { name: 'Refuse report' }).click();
    await pane.getByText('Refused', { exact: true }).waitFor();

    await goTo(page, 'fund/assets');
    await goTo(page, 'fund/receive_withdraw_record');
    await own.getByText('Not credited').waitFor();
    await own.getByText('The sender got it back.').waitFor();
    expect([...phone.seen.complaints, ...office.seen.complaints]).toEqual([]);
  });
});
