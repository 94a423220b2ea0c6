import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type AuthTestbed, openAuthTestbed, PASSWORD, tally, times, wrongCode } from '../../../../test/auth-testbed.ts';
import { PUBLIC_URL } from '../../../../test/testbed.ts';
import type { FindCaller } from '../../../platform/http/caller.ts';
import { forget } from '../account/forget.ts';
import { sweepAuth } from '../code/sweep.ts';
import { createFindCaller } from '../session/find-caller.ts';
import { startSession } from '../session/start-session.ts';
import { freeze, freezeByLink } from './freeze.ts';
import { makeFreezeLink } from './freeze-link.ts';
import { unfreeze } from './unfreeze.ts';

let testbed: AuthTestbed;
let findCaller: FindCaller;

beforeAll(async () => {
  testbed = await openAuthTestbed();
  findCaller = createFindCaller(testbed.deps, { keepsAwake: true });
});
beforeEach(() => testbed.setClock('0'));

const callerOf = async (token: string) => (await findCaller(token))!.caller;
const newLink = async (userId: bigint) => {
  const link = await testbed.transact((tx) => makeFreezeLink(tx, testbed.deps, userId));
  return { link, token: link.split('token=')[1] ?? '' };
};
const lift = (account: string, code: string, more: Partial<Parameters<typeof unfreeze>[1]> = {}) =>
  unfreeze(testbed.deps, {
    account,
    channel: account.includes('@') ? 'email' : 'mobile',
    areaCode: undefined,
    password: PASSWORD,
    code,
    googleCode: undefined,
    ip: testbed.newIp(),
    lang: 'en',
    ...more,
  });
const stateOf = async (id: bigint) =>
  (
    await testbed.root.query(
      `select u.frozen_at is not null as is_frozen,
              round(extract(epoch from u.withdrawals_held_until - app_now()) / 3600)::int as hours_held,
              (select count(*)::int from session s where s.user_id = u.id and s.ended_at is null) as sessions,
              (select count(*)::int from message_job m where m.recipient = u.email) as messages
         from user_account u where u.id = $1`,
      [id],
    )
  ).rows[0];

async function frozenUser() {
  const person = await testbed.newUser();
  await freezeByLink(testbed.deps, (await newLink(person.id)).token, 'en');
  return person;
}

describe('a freeze', () => {
  it('given two sessions, when one freezes the account, then both end, logins fail and the owner is notified once', async () => {
    const { account, id } = await testbed.newUser();
    const here = await testbed.signIn(account);
    const there = await testbed.signIn(account, { deviceKey: 'x'.repeat(43) });
    const sentMessages = (await stateOf(id)).messages;
    const caller = await callerOf(here.token);
    await freeze(testbed.deps, caller, 'en');
    await freeze(testbed.deps, caller, 'en');
    expect([await findCaller(here.token), await findCaller(there.token)]).toEqual([undefined, undefined]);
    expect(await stateOf(id)).toMatchObject({ is_frozen: true, sessions: 0, messages: sentMessages + 1 });
    expect((await testbed.lastMessage(account))?.body).toContain('Your account is frozen');
    await expect(testbed.signIn(account)).rejects.toThrow('account_frozen');
    await expect(testbed.signIn(account, { password: 'wrong one' })).rejects.toThrow('login_failed');
  });

  it('given logins in flight, when it happens, then none of their sessions survives, in any order', async () => {
    for (let round = 0; round < 5; round++) {
      const { id } = await testbed.newUser();
      const { token } = await newLink(id);
      const start = () =>
        testbed.transact((tx) =>
          startSession(tx, testbed.deps, { userId: id, mode: 'real', ip: '', userAgent: '', deviceKey: undefined }),
        );
      await Promise.allSettled([...times(8, start), freezeByLink(testbed.deps, token, 'en'), ...times(8, start)]);
      expect(await stateOf(id)).toMatchObject({ is_frozen: true, sessions: 0 });
    }
  });
});

describe('a freeze link', () => {
  it('opens the app’s page, is stored as a hash, and freezes exactly its owner, however often it is followed', async () => {
    const { id, account } = await testbed.newUser();
    const other = await testbed.newUser();
    const { link, token } = await newLink(id);
    expect(link).toBe(`${PUBLIC_URL}/h5/#/pages/plus/freeze?token=${token}`);
    const { rows } = await testbed.root.query(`select *, encode(token_hash, 'escape') as escaped from freeze_link`);
    expect(JSON.stringify(rows)).not.toContain(token);
    await freezeByLink(testbed.deps, token, 'en');
    expect(await freezeByLink(testbed.deps, token, 'en')).toEqual({});
    expect(await stateOf(id)).toMatchObject({ is_frozen: true, messages: 1 });
    expect((await stateOf(other.id)).is_frozen).toBe(false);
    await lift(account, await testbed.sentCode(account, 'unfreeze'));
    await freezeByLink(testbed.deps, token, 'en');
    expect((await stateOf(id)).is_frozen).toBe(true);
  });

  it('given an unknown link, or one older than thirty days, when it is followed, then it is not found', async () => {
    const { id } = await testbed.newUser();
    const { token } = await newLink(id);
    await expect(freezeByLink(testbed.deps, 'A'.repeat(43), 'en')).rejects.toThrow('not_found');
    await testbed.setClock('30 days 1 minute');
    await expect(freezeByLink(testbed.deps, token, 'en')).rejects.toThrow('not_found');
    expect((await stateOf(id)).is_frozen).toBe(false);
    await testbed.setClock('32 days');
    await sweepAuth(testbed.as('worker').db);
    expect((await testbed.root.query(`select 1 from freeze_link`)).rows).toEqual([]);
  });
});

describe('lifting a freeze', () => {
  it('given the right password and code, then the owner can log in, withdrawals are held a day and a mail is sent', async () => {
    const { account, id } = await frozenUser();
    await lift(account, await testbed.sentCode(account, 'unfreeze'));
    expect(await stateOf(id)).toMatchObject({ is_frozen: false, hours_held: 24 });
    const { body } = (await testbed.lastMessage(account))!;
    expect(body).toContain('no longer frozen');
    expect(body).toContain('24 hours');
    expect((await testbed.signIn(account)).user.account).toBe(account);
  });

  it('given a password reset while frozen, when it is used to lift the freeze, then it is refused during the hold', async () => {
    const { account, id } = await frozenUser();
    const password = 'a new one for the thief';
    const reset = { account, channel: 'email', areaCode: undefined, password, again: password } as const;
    const code = await testbed.sentCode(account, 'forget');
    await forget(testbed.deps, {
      ...reset,
      code,
      request: testbed.requestOf(account),
      googleCode: undefined,
      ip: testbed.newIp(),
      lang: 'en',
    });
    const first = await testbed.sentCode(account, 'unfreeze');
    await expect(lift(account, first, { password })).rejects.toThrow('too_many_requests');
    expect(await stateOf(id)).toMatchObject({ is_frozen: true });
    await testbed.setClock('24 hours 1 minute');
    await lift(account, await testbed.sentCode(account, 'unfreeze'), { password });
    expect(await stateOf(id)).toMatchObject({ is_frozen: false });
  });

  it('given a wrong password, a wrong code, or one for another purpose, when it is tried, then the freeze stays', async () => {
    const { account, id } = await frozenUser();
    const forget = await testbed.sentCode(account, 'forget');
    const code = await testbed.sentCode(account, 'unfreeze');
    await expect(lift(account, code, { password: 'wrong one' })).rejects.toThrow('login_failed');
    await expect(lift(account, wrongCode(code))).rejects.toThrow('code_wrong');
    if (forget !== code) await expect(lift(account, forget)).rejects.toThrow('code_wrong');
    expect(await stateOf(id)).toMatchObject({ is_frozen: true, hours_held: null });
  });

  it('given an unknown account and a wrong password, when they are tried, then both are counted and refused alike', async () => {
    const { account } = await frozenUser();
    const unknown = testbed.newAccount();
    const refusalOf = (name: string) => lift(name, '000000', { password: 'wrong one' }).catch((error: Error) => error);
    expect(await refusalOf(unknown)).toEqual(await refusalOf(account));
    const { rows } = await testbed.root.query(`select count from attempt where key = any($1)`, [
      [`login:account:${account}`, `login:account:${unknown}`],
    ]);
    expect(rows).toEqual([{ count: 1 }, { count: 1 }]);
  });

  it('given guesses of one address here and at the login, when they end, then ten passwords were compared in total', async () => {
    const { account } = await frozenUser();
    const ip = testbed.newIp();
    const guesses = [
      ...times(10, () => lift(account, '000000', { password: 'wrong one', ip })),
      ...times(10, () => testbed.signIn(account, { password: 'wrong one', ip })),
    ];
    expect(await tally(guesses)).toEqual({ login_failed: 10, too_many_requests: 10 });
  });

  it('given a bound authenticator, when its code is missing, then it is required at no try of the mailed code', async () => {
    const { account, id } = await frozenUser();
    const { keyId, sealed } = testbed.deps.keys.seal('authenticator', Buffer.from('JBSWY3DPEHPK3PXP'), `user:${id}`);
    await testbed.root.query(
      `insert into authenticator (user_id, key_id, sealed, bound_at) values ($1, $2, $3, app_now())`,
      [id, keyId, sealed],
    );
    const code = await testbed.sentCode(account, 'unfreeze');
    await expect(lift(account, code)).rejects.toThrow('google_code_required');
    await expect(lift(account, code, { googleCode: '000000' })).rejects.toThrow('google_code_wrong');
    const { rows } = await testbed.root.query(`select tries from one_time_code where account = $1`, [account]);
    expect(rows).toEqual([{ tries: 0 }]);
    expect((await stateOf(id)).is_frozen).toBe(true);
  });

  it('given five at once with one code, when they end, then one lifted it; for an unfrozen user nothing changes', async () => {
    const { account, id } = await frozenUser();
    const code = await testbed.sentCode(account, 'unfreeze');
    const outcomes = await tally(times(5, () => lift(account, code)));
    expect(outcomes).toEqual({ ok: 1, code_expired: 4 });
    const calm = await testbed.newUser();
    await lift(calm.account, await testbed.sentCode(calm.account, 'unfreeze'));
    expect(await stateOf(calm.id)).toMatchObject({ is_frozen: false, hours_held: null });
    expect((await stateOf(id)).is_frozen).toBe(false);
  });
});
