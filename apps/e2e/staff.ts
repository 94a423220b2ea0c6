import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { inviteStaff } from '@app/testkit';
import type { Page } from 'playwright-core';
import { inject } from 'vitest';
import { type Authenticator, openAuthenticator } from './authenticator.ts';

declare const location: { hash: string };

const PASSWORD = 'nine lives and a half';

/** The back office, and the database for its owner. */
export type StaffUrls = { readonly adminUrl: string; readonly ownerUrl: string };

/** A staff member who is signed in on a page. */
export type Signed = { readonly id: bigint; readonly email: string; readonly authenticator: Authenticator };

/**
 * Makes a staff account of the journey's own with these roles and signs it in on the page. The owner of the database
 * invites it, because a shared stack has more than two; all that follows is done on the pages.
 */
export async function joinStaff(
  page: Page,
  name: string,
  roles: readonly string[],
  { adminUrl, ownerUrl }: StaffUrls = inject('stack'),
): Promise<Signed> {
  const { id, email, invite } = await inviteStaff(ownerUrl, name, roles);
  // Each at an address of their own: the tries of one are limited, and all journeys share the stack.
  await page.setExtraHTTPHeaders({ 'x-forwarded-for': `10.${crypto.getRandomValues(new Uint8Array(3)).join('.')}` });
  const authenticator = await enrolAndLogIn(page, `${adminUrl}/#/enrol?invite=${invite}`, email);
  return { id, email, authenticator };
}

/** Uses an invitation as a person does: password, key of the authenticator, first code; then signs in. */
async function enrolAndLogIn(page: Page, invitation: string, email: string): Promise<Authenticator> {
  await page.goto(invitation);
  await page.getByLabel('Choose a password').fill(PASSWORD);
  const key = await page.locator('.copy .ident').textContent();
  const authenticator = openAuthenticator((key ?? '').replaceAll(/\s/g, ''));
  await page.getByLabel('First code of the authenticator').fill(await authenticator.next());
  await page.getByRole('button', { name: 'Enrol' }).click();
  await page.getByRole('link', { name: 'Log in' }).click();
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Code of the authenticator').fill(await authenticator.next());
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.getByRole('heading', { name: 'Queue' }).waitFor();
  return authenticator;
}

/** A passkey that was made before the page: its owner has it on a device of their own. */
export type Passkey = {
  /** In base64url. */
  readonly credentialId: string;
  /** PKCS #8 in base64. */
  readonly privateKey: string;
  /** In the form of COSE. */
  readonly publicKey: Buffer;
};

const COSE_START = Buffer.from('a5010203262001215820', 'hex'); // An elliptic key for ES256 on P-256, then x.
const COSE_Y = Buffer.from('225820', 'hex');

export function makePasskey(): Passkey {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  return {
    credentialId: randomBytes(16).toString('base64url'),
    privateKey: privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
    publicKey: Buffer.concat([COSE_START, Buffer.from(x, 'base64url'), COSE_Y, Buffer.from(y, 'base64url')]),
  };
}

/** Gives the page Chromium's virtual authenticator, which keeps passkeys and verifies its user. */
export async function plugInAuthenticator(page: Page, passkey?: Passkey): Promise<void> {
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
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', { options });
  if (passkey === undefined) return;
  const { credentialId, privateKey } = passkey;
  const credential = {
    credentialId: Buffer.from(credentialId, 'base64url').toString('base64'),
    isResidentCredential: true,
    rpId: 'localhost',
    userHandle: 'c3RhZmY=',
    privateKey,
    signCount: 1,
  };
  await devtools.send('WebAuthn.addCredential', { authenticatorId, credential });
}

/**
 * Signs the change on the right, with a reason. It waits for the change, because the dialog that led to it has a field of
 * the same name.
 */
export async function signShown(page: Page, reason: string): Promise<void> {
  const pane = page.getByRole('complementary');
  await pane.getByRole('heading', { name: /^Change \d+$/ }).waitFor();
  await pane.getByLabel('Your reason, kept in the trail').fill(reason);
  await pane.getByRole('button', { name: /^Sign/ }).click();
}

/** Opens a page of the back office by its address, without loading the app again. */
export const goTo = (page: Page, hash: string): Promise<void> =>
  page.evaluate((wanted) => {
    location.hash = wanted;
  }, hash);
