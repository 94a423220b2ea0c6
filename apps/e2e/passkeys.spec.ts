import type { Page } from 'playwright-core';
import { afterEach, describe, expect, inject, it } from 'vitest';
import { getsIn, logOut, press, proveByMail } from './actions.ts';
import { mailsTo, readNewCode } from './mail.ts';
import { makeMember } from './member.ts';
import { addressOf, goTo } from './pages.ts';
import { openKeeping, openPhone, type Phone } from './phone.ts';

declare const PublicKeyCredential: { isConditionalMediationAvailable: () => Promise<boolean> };

const { edgeUrl, mailsUrl } = inject('stack');
/** Passkeys require a host name; an IP address cannot have any. */
const publicUrl = edgeUrl.replace('127.0.0.1', 'localhost');

/** Adds Chromium's virtual authenticator, which stores passkeys and verifies its user. */
async function plugInAuthenticator(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const options = {
    protocol: 'ctap2',
    transport: 'internal',
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: true,
    automaticPresenceSimulation: true,
  } as const;
  await devtools.send('WebAuthn.addVirtualAuthenticator', { options });
}

let phone: Phone;
afterEach(() => phone.close());

describe('a passkey', () => {
  it('given a stored passkey, when its owner returns, then it logs them in and confirms sensitive actions', async () => {
    phone = await openPhone();
    const member = await makeMember(edgeUrl, mailsUrl, 'passkey');
    const page = await openKeeping(phone, addressOf(publicUrl, 'plus/passkeys'), member.kept);
    await plugInAuthenticator(page);
    await press(page, 'Add a passkey');
    await proveByMail(page, (afterMs) => readNewCode(mailsTo(mailsUrl, member.account), afterMs));
    await page.getByLabel('Name', { exact: true }).fill('My phone');
    await press(page, 'Create passkey');
    await page.getByText('Passkey added').waitFor();
    await page.getByText('Not used yet').waitFor();

    await logOut(page);
    // The browser offers the passkey itself, beside saved passwords.
    await goTo(page, 'common/login');
    await getsIn(page);

    await logOut(page);
    await page.evaluate(() => {
      PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false);
    });
    await goTo(page, 'common/login');
    await press(page, 'Use a passkey');
    await getsIn(page);

    await goTo(page, 'plus/passkeys');
    await press(page, 'Remove My phone');
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    const sheet = page.getByRole('dialog', { name: 'Confirm it is you' });
    const use = sheet.getByRole('button', { name: 'Use passkey', exact: true });
    const other = sheet.getByRole('button', { name: 'Use a passkey instead' });
    await use.or(other).waitFor(); // The server decides which comes first.
    if (await other.isVisible()) await other.click();
    await use.click();
    await page.getByText('No passkeys yet').waitFor();
    expect(phone.seen.complaints.filter((line) => !/\b403\b/.test(line))).toEqual([]);
  });
});
