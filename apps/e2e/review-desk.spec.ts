import { soon } from '@app/testkit';
import type { Page } from 'playwright-core';
import { afterEach, describe, expect, inject, it } from 'vitest';
import { press } from './actions.ts';
import { inspectDesk } from './axe.ts';
import { choosePicture, takePicture } from './identity-actions.ts';
import { mailsTo, readMessage } from './mail.ts';
import { makeDemoMember } from './member.ts';
import { addressOf, goTo } from './pages.ts';
import { openKeeping, openPhone, type Phone } from './phone.ts';
import { goTo as goToDesk, joinStaff, signShown } from './staff.ts';

const { edgeUrl, mailsUrl } = inject('stack');

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

const fill = (page: Page, label: string, value: string) => page.getByRole('textbox', { name: label }).fill(value);
const choose = (page: Page, name: string) => page.getByRole('radio', { name, exact: true }).check();

/** Returns when something was over. */
const endOf = (over: Promise<unknown>): Promise<number> => over.then(() => Date.now());

/** Reads the country of the account by the page's own session. */
const countryOf = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const token = JSON.parse(localStorage.getItem('token') ?? '""') as string; // Stored by the app.
    const answer = await fetch('/api/real/state', { headers: { authorization: token } });
    return ((await answer.json()) as { data: { country: string } }).data.country; // Our own API.
  });

/** Presses `n` until the case is this user's: the stack is shared, and an earlier attempt may have left one. */
async function openNextCase(desk: Page, userId: string): Promise<void> {
  for (;;) {
    await desk.keyboard.press('n');
    await desk.getByText(/^You hold it · /).waitFor();
    if (await desk.getByRole('heading', { level: 1 }).getByText(userId).isVisible()) return;
    await reject(desk, 'Has expired');
  }
}

const pane = (desk: Page) => desk.getByRole('complementary', { name: 'Decision' });

/** Chooses a reason and rejects by the keys. */
async function reject(desk: Page, reason: string): Promise<void> {
  await pane(desk).getByRole('button', { name: reason }).first().click();
  await desk.keyboard.press('r');
  await desk.getByRole('alertdialog').getByLabel('Note, kept in the trail').press('Enter');
  await pane(desk).getByText('Rejected', { exact: true }).waitFor();
}

/** Marks every check by the keys and approves; returns when the server had decided. */
async function approve(desk: Page): Promise<number> {
  const checks = pane(desk).locator('[data-check]');
  for (let left = await checks.count(); left > 0; left -= 1) {
    await desk.keyboard.press('j');
    await desk.keyboard.press('x');
  }
  await pane(desk).locator('[data-check][aria-pressed="false"]').waitFor({ state: 'detached' });
  await desk.keyboard.press('a');
  const decided = desk.waitForResponse((response) => response.url().endsWith('/staff/case/decide'));
  await desk.getByRole('alertdialog').getByLabel('Note, kept in the trail').press('Enter');
  await decided;
  const at = Date.now();
  await pane(desk).getByText('Approved', { exact: true }).waitFor();
  return at;
}

describe('the review desk', () => {
  it('given documents from a phone, when staff reject, the user mends them and staff approve, then both levels open', async () => {
    const office = await open({ width: 1440, height: 900, isDesktop: true });
    const desk = await office.context.newPage();
    await joinStaff(desk, 'Ines V', ['identity']);

    const phone = await open();
    const member = await makeDemoMember(edgeUrl, mailsUrl, 'identity');
    const mails = mailsTo(mailsUrl, member.account);
    const { id: userId } = member.kept.user as { id: string };
    const page = await openKeeping(phone, addressOf(edgeUrl, 'setting/real_mark'), member.kept);
    await page.getByText('Verify level 1 to raise your limits.').waitFor();
    expect(await countryOf(page)).toBe('DE');
    await page.getByRole('link', { name: 'Verify level 1' }).click();

    // Country and document; the list of countries leads back.
    await page.getByRole('button', { name: /^Nationality/ }).click();
    await page.getByRole('searchbox').fill('Japan');
    await page
      .getByRole('button', { name: /^Japan/ })
      .first()
      .click();
    await page.getByRole('button', { name: /Nationality.*Japan/ }).waitFor();
    await choose(page, 'Passport');
    await press(page, 'Continue');
    await fill(page, 'Full name', 'Mira Kaya');
    await fill(page, 'Document number', 'TK 12');
    await fill(page, 'Document number', `TK ${userId.slice(-7)}`);
    await press(page, 'Continue');

    // A picture that is doubted can be replaced.
    await page.getByRole('heading', { name: 'Front of the document' }).waitFor();
    await choosePicture(page, 'dark');
    await page.getByText('The photo is too dark.').waitFor();
    await choosePicture(page, 'blurred');
    await page.getByText('The photo looks blurred.').waitFor();
    await takePicture(page, 'Front of the document');
    await takePicture(page, 'You with the document'); // A passport has no back.

    // A reload loses nothing but the previews.
    await page.getByText('Check that all is right.').waitFor();
    await page.reload();
    await page.getByText('Mira Kaya').waitFor();
    await press(page, 'Send for review');
    await press(page, 'See status');
    await page.getByText('Level 1 is under review.').waitFor();

    // The queue shows it, and the next case is given. Its pictures have no address that could be opened or saved.
    await desk.getByRole('cell', { name: 'Identity, level 1' }).waitFor();
    await goToDesk(desk, '/identity');
    await desk.getByRole('cell', { name: userId }).waitFor();
    await inspectDesk(desk, 'queue');
    await openNextCase(desk, userId);
    await desk.getByText('Mira Kaya').first().waitFor();
    await desk.getByText(`TK${userId.slice(-7)}`).waitFor();
    await desk.getByRole('region', { name: 'Front' }).getByRole('img', { name: 'Front' }).waitFor();
    expect(await desk.locator('img[src], a[download]').count()).toBe(0);
    await desk.keyboard.press('+');
    await desk.getByText('150%').waitFor();
    await desk.keyboard.press('2');
    await desk.getByRole('heading', { name: 'Held by hand' }).waitFor();
    // Nothing is approved before everything was checked.
    await desk.keyboard.press('a');
    await desk.getByText('An approval needs every check: 0 of 8 are done.').waitFor();
    await pane(desk).getByRole('button', { name: 'Glare covers a field' }).click();
    await inspectDesk(desk, 'case');
    await pane(desk).getByText('Glare covers part of the document. Move away from direct light.').waitFor();
    await pane(desk).getByRole('button', { name: 'Glare covers a field' }).click();

    // Rejected: the open page follows, and the notice leads back to it.
    await reject(desk, 'Glare covers a field');
    await page.getByText('Level 1 needs a fix.').waitFor();
    await page.getByText('Glare covers part of the document.').waitFor();
    await readMessage(mails, 0, /documents for level 1 were not accepted/);
    await goTo(page, 'plus/notices');
    await page.getByRole('link', { name: /Level 1: documents not accepted/ }).click();
    await page.getByRole('link', { name: 'Fix and resubmit' }).click();
    await takePicture(page, 'Front of the document'); // Nothing else is asked again.
    await page.getByText('Check that all is right.').waitFor();
    await press(page, 'Send for review');
    await press(page, 'See status');
    await page.getByText('Level 1 is under review.').waitFor();

    // Approved: level, limits and country change within a second of the decision, and the open page shows it.
    await openNextCase(desk, userId);
    await desk.getByText('Try 2', { exact: true }).waitFor();
    await desk.getByText('Rejected by Ines V').waitFor();
    await soon('a decision about an identity on the open page', 3_000, async () => {
      const shown = endOf(page.getByText('You are at level 1').waitFor());
      let decidedAt = 0;
      await soon('a decision about an identity in force', 1_000, async () => {
        decidedAt = await approve(desk);
        expect(await countryOf(page)).toBe('JP');
        return Date.now() - decidedAt;
      });
      return (await shown) - decidedAt;
    });

    // Level 2 in the same way; here the rejection is overridden by two.
    await page.getByRole('link', { name: 'Verify level 2' }).click();
    await choose(page, 'ID card');
    await press(page, 'Continue');
    await fill(page, 'Full name of the relative', 'Deniz Kaya');
    await page.getByText('Parent', { exact: true }).click();
    await fill(page, 'Phone number', '+49 170 12345678');
    await fill(page, 'Postal address', '5 Side Street, Boston');
    await press(page, 'Continue');
    await takePicture(page, 'Front of the document');
    await takePicture(page, 'Back of the document');
    await press(page, 'Send for review');
    await press(page, 'See status');
    await page.getByText('Level 2 is under review.').waitFor();
    await openNextCase(desk, userId);
    await desk.getByText('Deniz Kaya').waitFor();
    await reject(desk, 'Relative is unclear');
    await page.getByText('Level 2 needs a fix.').waitFor();

    await pane(desk).getByRole('button', { name: 'Propose to override the rejection' }).click();
    await desk.getByRole('alertdialog').getByLabel('Your reason, kept in the trail').fill('The relative wrote to us');
    await desk.getByRole('alertdialog').getByRole('button', { name: 'Propose' }).click();
    await signShown(desk, 'My own proposal');
    await desk.getByText('Maker · session').waitFor();
    const change = /id=(\d+)/.exec(desk.url())?.[1] ?? '';
    const other = await office.context.newPage();
    await joinStaff(other, 'Rhea T', ['risk']);
    await goToDesk(other, `/changes?id=${change}`);
    await signShown(other, 'I saw the letter');
    await other.getByText('In force').first().waitFor();
    await page.getByText('Both levels are verified.').waitFor();
    await page.getByText('You are at level 2').waitFor();
    for (const { seen } of devices) expect(seen.complaints).toEqual([]);
  });
});
