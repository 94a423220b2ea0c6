import { soon, timeOf } from '@app/testkit';
import type { Page } from 'playwright-core';
import { afterEach, describe, expect, inject, it } from 'vitest';
import { getsIn, logIn, press, proveByMail } from './actions.ts';
import { inspectDesk } from './axe.ts';
import { mailsTo, readMessage, readNewCode } from './mail.ts';
import { type Member, makeDemoMember } from './member.ts';
import { addressOf, arrives, goTo } from './pages.ts';
import { openKeeping, openPhone, type Phone } from './phone.ts';
import { joinStaff, plugInAuthenticator, goTo as show, signShown } from './staff.ts';

const { edgeUrl, mailsUrl } = inject('stack');
const REASON = 'Your reason, kept in the trail';
/** An open app notices that its session ended within this. */
const ENDED_WITHIN_MS = 5_000;

let phones: Phone[] = [];
afterEach(async () => {
  for (const phone of phones) await phone.close();
  phones = [];
});

async function openDesk(name: string, roles: readonly string[]): Promise<Page> {
  const desk = await openPhone({ width: 1440, height: 900, isDesktop: true });
  phones.push(desk);
  const page = await desk.context.newPage();
  await joinStaff(page, name, roles);
  return page;
}

/** Opens the app of a user who has a passkey, as the phone that is lost had one. */
async function openLostPhone(origin: string, member: Member): Promise<Page> {
  const phone = await openPhone();
  phones.push(phone);
  const page = await openKeeping(phone, addressOf(origin, 'plus/passkeys'), member.kept);
  await plugInAuthenticator(page);
  await press(page, 'Add a passkey');
  await proveByMail(page, (afterMs) => readNewCode(mailsTo(mailsUrl, member.account), afterMs));
  await page.getByLabel('Name', { exact: true }).fill('Lost phone');
  await press(page, 'Create passkey');
  await page.getByText('Passkey added').waitFor();
  return page;
}

/** Gives the reason that a dialog asks for. */
async function confirm(desk: Page, reason: string, act: string): Promise<void> {
  const dialog = desk.getByRole('alertdialog');
  await dialog.getByLabel(REASON).fill(reason);
  await dialog.getByRole('button', { name: act }).click();
  await dialog.waitFor({ state: 'detached' });
}

/** Opens the change of an account from the address of its profile, as a checker does from the queue. */
async function checkChange(desk: Page, user: string, reason: string): Promise<void> {
  await show(desk, '/');
  await desk.getByRole('heading', { name: 'Queue' }).waitFor();
  await show(desk, `/users/${user}`);
  await signShown(desk, reason);
}

describe('support', () => {
  it('given a lost phone, then two people replace the second factor; one freezes, and two unfreeze', async () => {
    const origin = edgeUrl.replace('127.0.0.1', 'localhost'); // Passkeys require a host name.
    const [noor, member] = await Promise.all([
      openDesk('Noor H', ['support', 'security']),
      makeDemoMember(edgeUrl, mailsUrl, 'support'),
    ]);
    const pia = await openDesk('Pia W', ['security']);
    const lost = await openLostPhone(origin, member);

    // Support finds the user by the beginning of the address, and sees no more of it than its first letter.
    await noor.keyboard.press('g');
    await noor.keyboard.press('u');
    await noor.getByRole('searchbox').fill(member.account.slice(0, -12));
    await noor.keyboard.press('Enter');
    await noor.getByRole('cell', { name: 's••@example.com' }).waitFor();
    await inspectDesk(noor, 'users');
    const uid = (await noor.getByRole('link', { name: /^\d{10,}$/ }).textContent()) ?? '';
    await noor.getByRole('link', { name: uid }).click();
    await noor.getByText('Passkey Lost phone').waitFor();
    expect(await noor.content()).not.toContain(member.account);
    await noor.getByRole('tab', { name: 'Trail' }).click();
    await noor.getByRole('cell', { name: 'Looked at a user' }).first().waitFor();

    // The replacement is proposed and signed by its maker, whose other role does not make them its checker.
    await noor.keyboard.press('s');
    await confirm(noor, 'Video call, phone stolen', 'Propose');
    await noor.getByText('nothing can leave this account for 72 hours').waitFor();
    await signShown(noor, 'I called back');
    await noor.getByText('Maker · session').waitFor();
    await noor.getByText('No, made it').waitFor();
    expect(await noor.getByRole('button', { name: /^Sign/ }).isDisabled()).toBe(true);
    await inspectDesk(noor, 'user');

    const decidedAtMs = Date.now();
    await checkChange(pia, uid, 'Face compared with the identity case');
    await arrives(lost, '#/pages/common/login');
    await lost.goto('about:blank'); // Its virtual authenticator would offer the removed passkey again and again.
    await readMessage(mailsTo(mailsUrl, member.account), decidedAtMs, /passkeys/i);
    await noor.getByText('Passkey Lost phone').waitFor({ state: 'detached' });
    await noor.getByText(/^2 days 23 hrs? left$/).waitFor();

    // The owner logs in on another phone with the password, and sees what is held and why.
    const next = await openPhone();
    phones.push(next);
    const phone = await next.open(addressOf(origin, 'common/login'));
    await logIn(phone, origin, member);
    await getsIn(phone);
    await goTo(phone, 'setting/security');
    await phone.getByText(/Withdrawals are paused for another 2d 23:/).waitFor();
    await goTo(phone, 'plus/notices');
    await phone.getByText('Authenticator and passkeys removed').waitFor();

    // One person freezes: the phone is out within seconds.
    await noor.keyboard.press('f');
    await confirm(noor, 'Reported theft', 'Freeze account');
    const ended = () => arrives(phone, '#/pages/common/login');
    await soon('the end of a frozen session', ENDED_WITHIN_MS, () => timeOf(ended));
    await noor.getByText(/^Frozen since/).waitFor();

    // Two people unfreeze.
    await noor.keyboard.press('u');
    await confirm(noor, 'The owner has a new phone', 'Propose');
    await signShown(noor, 'Identity checked');
    await noor.getByText('Maker · session').waitFor();
    await checkChange(pia, uid, 'Agreed');
    await noor.getByText(/^Frozen since/).waitFor({ state: 'detached' });
    await logIn(phone, origin, member);
    await getsIn(phone);
    for (const { seen } of phones) expect(seen.complaints.filter((line) => !/\b40[13]\b/.test(line))).toEqual([]);
  });
});
