import { mailText } from '@app/i18n/server';
import { beforeAll, expect, it } from 'vitest';
import { type AuthTestbed, openAuthTestbed } from '../../../../test/auth-testbed.ts';
import { securityMail } from '../code/mails.ts';
import { findUser } from './user.store.ts';

let testbed: AuthTestbed;
beforeAll(async () => {
  testbed = await openAuthTestbed();
});

/** Sends a mail that no call of its owner causes, as the reuse of a token does. */
async function subjectOfReuse(userId: bigint): Promise<string | undefined> {
  const owner = (await findUser(testbed.db, userId))!;
  const params = { device: 'Firefox', ip: '10.0.0.1' };
  await testbed.transact((tx) => securityMail(tx, testbed.deps, owner, 'security_token_reused', params));
  return (await testbed.lastMessage(owner.email ?? ''))?.subject;
}

it('given a registration in Turkish, when a mail is sent without a call, then it is in Turkish', async () => {
  const account = testbed.newAccount();
  const { user_id } = await testbed.enrol(account, await testbed.sentCode(account), { lang: 'tur' });
  expect(await subjectOfReuse(user_id)).toBe(mailText('tur', 'security_subject'));
});

it('given a user from before languages were stored, when they log in in Thai, then later mails are in Thai', async () => {
  const account = testbed.newAccount();
  const { user_id } = await testbed.enrol(account, await testbed.sentCode(account));
  expect(await subjectOfReuse(user_id)).toBe(mailText('en', 'security_subject'));
  await testbed.signIn(account, { lang: 'th' });
  expect(await subjectOfReuse(user_id)).toBe(mailText('th', 'security_subject'));
  await testbed.signIn(account, { lang: 'vi' });
  expect(await subjectOfReuse(user_id)).toBe(mailText('th', 'security_subject'));
});

it('given a language the product does not have, when a user registers and logs in, then both work and none is stored', async () => {
  const account = testbed.newAccount();
  const { user_id } = await testbed.enrol(account, await testbed.sentCode(account), { lang: 'fr' });
  await testbed.signIn(account, { lang: '' });
  await testbed.signIn(account, { lang: 'en-US' });
  expect(await findUser(testbed.db, user_id)).toMatchObject({ lang: null });
});
