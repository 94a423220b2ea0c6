import { fundAccounts } from '@app/testkit';
import { connectLocalChain } from '@app/testkit/chain';
import pg from 'pg';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { press, proveByMail, setTradePassword } from './actions.ts';
import { mailsTo, readNewCode } from './mail.ts';
import { type Member, makeMember } from './member.ts';
import { type OwnStack, startOwnStack } from './own-stack.ts';
import { addressOf, goTo } from './pages.ts';
import { openKeeping, openPhone, type Phone } from './phone.ts';
import { goTo as goToDesk, joinStaff, makePasskey, type Passkey, plugInAuthenticator, signShown } from './staff.ts';

const CONFIRMATIONS = 3;
const TRAIL = ['change.proposed', 'change.signed', 'change.signed', 'change.executed'];
const ADDRESS = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const USDT = 1_000_000n;

let stack: OwnStack;
let root: pg.Client;
let phone: Phone;
let desks: Phone[] = [];
let unused: Passkey[] = [];
/** The operator gives their public keys to custody, which believes no table about them. */
const passkeys = Array.from({ length: 4 }, makePasskey); // Two for each attempt.

beforeAll(async () => {
  const settings = {
    'product.withdraw': { open: true, except: [] },
    'withdrawal.confirmations_erc20': CONFIRMATIONS,
    'deposit.confirmations_erc20': CONFIRMATIONS,
  };
  unused = [...passkeys];
  const approvers = passkeys.map(({ credentialId, publicKey }) => `${credentialId}:${publicKey.toString('base64url')}`);
  const environment = { WITHDRAWAL_APPROVERS: approvers.join(',') };
  stack = await startOwnStack(environment, settings, { chain: true, admin: true });
  root = new pg.Client({ connectionString: stack.database.urlOf('postgres') });
  await root.connect();
  // Limits are counted at live prices, and this stack has simulated ones.
  await root.query(
    `create function as_live() returns trigger language plpgsql as $$ begin new.is_simulated := false; return new; end $$`,
  );
  await root.query('create trigger as_live before insert or update on candle for each row execute function as_live()');
  await root.query('update candle set is_simulated = false');
});
afterEach(async () => {
  for (const each of [phone, ...desks]) await each.close();
  desks = [];
});
afterAll(async () => {
  await root?.end();
  await stack?.stop();
});

/** Makes a verified member with money, a trade password and a saved address whose waiting period is over. */
async function makeOwner(name: string, money: string): Promise<{ member: Member; page: Page }> {
  phone = await openPhone();
  const member = await makeMember(stack.edgeUrl, stack.mailsUrl, name);
  const { id } = member.kept.user as { id: string };
  const mails = mailsTo(stack.mailsUrl, member.account);
  const page = await openKeeping(phone, addressOf(stack.edgeUrl, 'setting/payPassword'), member.kept);
  await setTradePassword(page, (afterMs) => readNewCode(mails, afterMs));
  await root.query('update user_account set verification = 1, withdrawals_held_until = null where id = $1', [id]);
  await root.query(
    `insert into payee_address (id, user_id, slot, currency, chain, address, ends, name, created_at, changed_at, usable_at)
     values ($1, $1, 1, 'USDT', 'ERC20', $2, 'x', 'Cold wallet', now() - interval '2 days', now() - interval '2 days', now() - interval '1 hour')`,
    [id, ADDRESS],
  );
  await fundAccounts(stack.database, 'real', [{ userId: BigInt(id), kind: 'wallet', currency: 'USDT', amount: money }]);
  return { member, page };
}

/** Opens the back office for a member of staff who has a passkey. */
async function openDesk(name: string, roles: readonly string[]): Promise<Page> {
  const passkey = unused.pop();
  if (passkey === undefined) throw new Error('no unused passkey');
  const desk = await openPhone({ width: 1440, height: 900, isDesktop: true });
  desks.push(desk);
  const page = await desk.context.newPage();
  await plugInAuthenticator(page, passkey);
  const urls = { adminUrl: stack.adminUrl, ownerUrl: stack.database.urlOf('migrate') };
  const { id } = await joinStaff(page, name, roles, urls);
  const { credentialId, publicKey } = passkey;
  await root.query(
    `insert into staff_passkey (staff_id, credential_id, public_key, counter, name) values ($1, $2, $3, 0, 'Key')`,
    [id, credentialId, publicKey],
  );
  await page.reload();
  return page;
}

/** Opens the one withdrawal that waits. */
async function openOnly(page: Page): Promise<void> {
  await goToDesk(page, '/withdrawals');
  await page.getByRole('row').filter({ hasText: '500 USDT' }).click();
}

/** What custody compared last of the chain and the books. */
async function readBooks(): Promise<readonly unknown[]> {
  const { rows } = await root.query(
    `select b.difference::float8 as difference, b.block = c.head as is_of_head
       from chain_balance b join deposit_chain c using (chain) where b.currency = 'USDT'`,
  );
  return rows;
}

/** Saves a bank account as a user does, and ends its waiting period. */
async function saveBank(page: Page, { kept }: Member): Promise<void> {
  const fill = (label: string, value: string) => page.getByRole('textbox', { name: label }).fill(value);
  await press(page, 'Add a bank account');
  await fill('Full name', 'Mira Kaya');
  await fill('Phone number', '+1 415 555 0100');
  await press(page, 'Continue');
  await fill('Bank name', 'Example Bank');
  await fill('Account number', '1234567890123');
  await fill('Bank address', '1 Main Street, New York');
  await press(page, 'Continue');
  await fill('SWIFT code', 'CHASUS33');
  await fill('ABA number', '021000021');
  await fill('Your address', '5 Side Street, Boston');
  await fill('Post code', '02101');
  await press(page, 'Save bank account');
  await typeTradePassword(page);
  await page.getByText('Bank account saved').waitFor();
  const { id } = kept.user as { id: string };
  await root.query(
    `update payee_bank set changed_at = now() - interval '2 days', usable_at = now() - interval '1 hour' where user_id = $1`,
    [id],
  );
}

async function typeTradePassword(page: Page): Promise<void> {
  const sheet = page.getByRole('dialog', { name: 'Confirm it is you' });
  for (const digit of '829471') await sheet.getByRole('button', { name: digit, exact: true }).click();
  await sheet.getByRole('button', { name: 'Confirm', exact: true }).click();
}

/** Asks for an amount, from the form to the code. */
async function ask(page: Page, member: Member, amount: string): Promise<void> {
  const mails = mailsTo(stack.mailsUrl, member.account);
  await goTo(page, 'fund/withdraw?currency=USDT');
  await page.getByRole('radio', { name: /ERC20/ }).first().click();
  await page.getByRole('radio', { name: /Cold wallet/ }).click();
  await page.getByRole('textbox', { name: 'Amount' }).fill(amount);
  await press(page, 'Review withdrawal');
  await page.getByText('Compare the bold characters').waitFor();
  await press(page, 'Continue');
  await typeTradePassword(page);
  await proveByMail(page, (afterMs) => readNewCode(mails, afterMs));
}

/** What the browser complained about, but for the calls that asked for a proof first. */
const unexpected = () => phone.seen.complaints.filter((it) => !/403 \(Forbidden\)/.test(it));

describe('withdrawing', () => {
  it('given a first withdrawal to an address, then people look at it first; cancelled, its money is back', async () => {
    const { member, page } = await makeOwner('withdraw-review', '500');
    await ask(page, member, '50');
    await page.getByText('In review').first().waitFor();
    await press(page, 'Cancel withdrawal');
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel withdrawal' }).click();
    await page.getByText('The whole amount, fee included, to your wallet').waitFor({ timeout: 60_000 });
    await goTo(page, 'fund/assets_record?currency=USDT');
    await page.getByText('500.00', { exact: true }).first().waitFor();
    expect(unexpected()).toEqual([]);
  });

  it('given a bank account, then the page says what arrives, people look at it first; cancelled, its money is back', async () => {
    const { member, page } = await makeOwner('withdraw-bank', '500');
    const mails = mailsTo(stack.mailsUrl, member.account);
    await goTo(page, 'fund/withdraw');
    await page.getByText('Bank account', { exact: true }).click();
    await page.getByText('No bank account saved yet.').waitFor();
    await page.getByRole('link', { name: 'Add a bank account' }).click();
    await saveBank(page, member);
    await goTo(page, 'fund/withdraw?to=bank');
    await page.getByText('•••• 0123').waitFor();
    await page.getByRole('textbox', { name: 'Amount' }).fill('212.75');
    await page.getByText('187.75 USD').waitFor();
    await press(page, 'Review withdrawal');
    await page.getByText('Once it is paid, nothing brings it back.').waitFor();
    await page.getByText('187.75 USD').waitFor();
    await press(page, 'Continue');
    await typeTradePassword(page);
    await proveByMail(page, (afterMs) => readNewCode(mails, afterMs));
    await page.getByText('Two people approve every withdrawal to a bank').waitFor();
    await press(page, 'Cancel withdrawal');
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel withdrawal' }).click();
    await page.getByText('The whole amount, fee included, to your wallet').waitFor({ timeout: 60_000 });
    await goTo(page, 'fund/receive_withdraw_record?tab=withdraw');
    await page.getByText('Bank account', { exact: true }).click();
    await page.getByRole('link', { name: /Example Bank/ }).waitFor();
    await goTo(page, 'fund/assets_record?currency=USDT');
    await page.getByText('500.00', { exact: true }).first().waitFor();
    expect(unexpected()).toEqual([]);
  });

  it('given coins that arrived, when two people approve a withdrawal, then the address holds them, and all books agree', async () => {
    const chain = connectLocalChain(stack.chain?.url ?? '');
    const token = stack.chain?.usdt ?? ADDRESS;
    const before = await chain.balanceOf(token, ADDRESS);
    const { member, page } = await makeOwner('withdraw-sent', '0');
    await goTo(page, 'fund/receive?currency=USDT&chain=ERC20');
    const own = (await page.getByText(/^0x[0-9a-fA-F]{40}$/).textContent()) as `0x${string}`; // As the pattern says.
    await chain.call(token, 'mint', [own, 800n * USDT]);
    await page.getByText('800 USDT arriving').waitFor({ timeout: 60_000 });
    await chain.mine(CONFIRMATIONS);
    await page.getByText('800 USDT is in your wallet').first().waitFor({ timeout: 60_000 });
    await ask(page, member, '500');
    await page.getByText('In review').first().waitFor();

    const maker = await openDesk('Tomas R', ['finance']);
    await openOnly(maker);
    await maker.getByRole('button', { name: /^Propose and sign/ }).click();
    const dialog = maker.getByRole('alertdialog').or(maker.getByRole('dialog'));
    await dialog.getByLabel('Your reason, kept in the trail').fill('Called back, buys a flat');
    await dialog.getByRole('button', { name: 'Propose and sign' }).click();
    await maker.getByText('Maker · passkey').waitFor();
    const checker = await openDesk('Leo B', ['risk']);
    await openOnly(checker);
    await signShown(checker, 'Known for years');
    await checker.getByText('Checker · passkey').waitFor();

    await expect.poll(() => chain.balanceOf(token, ADDRESS), { timeout: 60_000 }).toBe(before + 496n * USDT);
    await page
      .getByText(/1 of 3/)
      .first()
      .waitFor({ timeout: 60_000 });
    await chain.mine(CONFIRMATIONS);
    await page.getByText('On the way', { exact: true }).waitFor({ state: 'hidden', timeout: 60_000 });
    await page.getByText('Arrived', { exact: true }).first().waitFor();
    await goTo(page, 'fund/assets_record?currency=USDT');
    await page.getByText('300.00', { exact: true }).first().waitFor();
    await checker.getByText(/^once · Last sent/).waitFor({ timeout: 60_000 });
    // The chain, the books, the notice and the trail say the same.
    await expect.poll(readBooks, { timeout: 60_000 }).toEqual([{ difference: 0, is_of_head: true }]);
    const { id } = member.kept.user as { id: string };
    const notices = () => root.query(`select kind from notice where user_id = $1 and kind like '%withdrawal%'`, [id]);
    await expect
      .poll(async () => (await notices()).rows, { timeout: 60_000 })
      .toEqual([{ kind: 'withdrawal_confirmed' }]);
    const { rows } = await root.query(
      `select t.action from trail t join withdrawal w on t.subject = 'change:' || w.change where w.user_id = $1 order by t.id`,
      [id],
    );
    expect(rows.map(({ action }) => action)).toEqual(TRAIL);
    for (const { seen } of desks) expect(seen.complaints).toEqual([]);
    expect(unexpected()).toEqual([]);
  });
});
