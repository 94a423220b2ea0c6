import { updatePassword as route } from '@app/protocol/auth';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type AuthTestbed, openAuthTestbed, PASSWORD, tally, times, wrongCode } from '../../../../test/auth-testbed.ts';
import { forget } from './forget.ts';
import { updatePassword } from './update-password.ts';

const NEW = 'battery staple';
let testbed: AuthTestbed;

beforeAll(async () => {
  testbed = await openAuthTestbed();
});
beforeEach(() => testbed.setClock('0'));

type Forget = Parameters<typeof forget>[1];
const reset = (account: string, code: string, more: Partial<Forget> = {}) =>
  forget(testbed.deps, {
    account,
    channel: account.includes('@') ? 'email' : 'mobile',
    areaCode: undefined,
    code,
    request: testbed.requestOf(account),
    password: NEW,
    again: NEW,
    googleCode: undefined,
    ip: testbed.newIp(),
    lang: 'en',
    ...more,
  });

const hoursHeld = async (id: bigint) => {
  const { rows } = await testbed.root.query(
    `select extract(epoch from withdrawals_held_until - app_now()) / 3600 as hours from user_account where id = $1`,
    [id],
  );
  return Math.round(Number(rows[0].hours));
};

describe('a forgotten password', () => {
  it('given a code, when reset, then the old password fails, sessions end, withdrawals are held, the owner notified', async () => {
    const { account, id } = await testbed.newUser();
    for (let count = 0; count < 3; count++) await testbed.openSession(id);
    await reset(account, await testbed.sentCode(account, 'forget'));
    expect(await testbed.countSessions(id)).toBe(0);
    expect(await hoursHeld(id)).toBe(24);
    expect((await testbed.lastMessage(account))?.body).toMatch(/password of your account was changed.*24 hours/);
    await expect(testbed.signIn(account)).rejects.toThrow('login_failed');
    await testbed.signIn(account, { password: NEW });
  });

  it('given a longer withdrawal hold, when a new password is set, then it is kept', async () => {
    const { account, id } = await testbed.newUser();
    await testbed.root.query(
      `update user_account set withdrawals_held_until = now() + interval '72 hours' where id = $1`,
      [id],
    );
    await reset(account, await testbed.sentCode(account, 'forget'));
    expect(await hoursHeld(id)).toBe(72);
  });

  it('given an authenticator, when a new password is set, then its code is required too, and it stays bound', async () => {
    const { account, id } = await testbed.newUser();
    const shows = await testbed.bindAuthenticator(id);
    const code = await testbed.sentCode(account, 'forget');
    await expect(reset(account, code)).rejects.toThrow('google_code_required');
    await expect(reset(account, code, { googleCode: shows(9) })).rejects.toThrow('google_code_wrong');
    await reset(account, code, { googleCode: shows() });
    await expect(testbed.signIn(account, { password: NEW })).rejects.toThrow('google_code_required');
  });

  it('given one code sent 20 times at once, when they end, then one password was set', async () => {
    const { account, id } = await testbed.newUser();
    const code = await testbed.sentCode(account, 'forget');
    const lax = testbed.withSetting('auth.code_tries', 30);
    const send = (turn: number) => {
      const password = `${NEW} ${turn}`;
      return forget(lax, {
        account,
        channel: 'email',
        areaCode: undefined,
        code,
        password,
        again: password,
        request: testbed.requestOf(account),
        googleCode: undefined,
        ip: testbed.newIp(),
        lang: 'en',
      });
    };
    expect(await tally(times(20, send))).toEqual({ ok: 1, code_expired: 19 });
    const { rows } = await testbed.root.query(`select from message_job where recipient = $1 and subject like 'Sec%'`, [
      account,
    ]);
    expect(rows).toHaveLength(1);
    expect(await hoursHeld(id)).toBe(24);
  });

  it('given a stranger requests codes too and fails with them, when the owner uses theirs, then it works', async () => {
    const { account } = await testbed.newUser();
    const code = await testbed.sentCode(account, 'forget');
    const request = testbed.requestOf(account);
    await testbed.sentCode(account, 'forget'); // The stranger's code; the owner is mailed it and can ignore it.
    const theirs = testbed.requestOf(account);
    for (let tries = 0; tries < 12; tries++)
      await expect(reset(account, wrongCode(code), { request: theirs })).rejects.toThrow(/code_wrong|code_expired/);
    await expect(reset(account, code, { request: undefined })).rejects.toThrow('code_wrong');
    await expect(reset(account, code, { request: theirs })).rejects.toThrow('code_expired');
    await reset(account, code, { request });
    await testbed.signIn(account, { password: NEW });
  });

  it('given a wrong code, a weak password or a number that changed owner, when reset, then nothing changes', async () => {
    const mobile = testbed.newNumber();
    const { account, id } = await testbed.newUser({ mobile });
    const code = await testbed.sentCode(account, 'forget');
    await expect(reset(account, wrongCode(code))).rejects.toThrow('code_wrong');
    await expect(reset(account, code, { password: 'password1', again: 'password1' })).rejects.toThrow('too_weak');
    await expect(reset(account, code, { again: 'other' })).rejects.toThrow('passwords_differ');
    await testbed.root.query(`update user_account set mobile = $2 where id = $1`, [id, testbed.newNumber()]);
    await expect(reset(account, code)).rejects.toThrow('code_wrong');
    const { rows } = await testbed.root.query(`select mobile from user_account where id = $1`, [id]);
    await testbed.signIn(rows[0].mobile);
  });

  it('given an authenticator is bound during a reset, then the reset requires its code', async () => {
    const { account, id } = await testbed.newUser();
    const code = await testbed.sentCode(account, 'forget');
    const { promise: bound, resolve: go } = Promise.withResolvers<void>();
    const { promise: looked, resolve: hasLooked } = Promise.withResolvers<void>();
    const read: typeof testbed.deps.settings.read = async (setting) => {
      if (setting.key === 'auth.security_hold_seconds') {
        hasLooked(); // Read after the authenticator lookup.
        await bound;
      }
      return await testbed.deps.settings.read(setting);
    };
    const late = forget(
      { ...testbed.deps, settings: { read } },
      {
        account,
        channel: 'email',
        areaCode: undefined,
        password: NEW,
        again: NEW,
        code,
        request: testbed.requestOf(account),
        googleCode: undefined,
        ip: testbed.newIp(),
        lang: 'en',
      },
    );
    const refused = expect(late).rejects.toThrow('google_code_required');
    await looked;
    await testbed.bindAuthenticator(id);
    go();
    await refused;
  });

  it('given logins in flight, when the password changes, then no session with the old one remains', async () => {
    const { account, id } = await testbed.newUser();
    const code = await testbed.sentCode(account, 'forget');
    const logins = times(8, () => testbed.signIn(account));
    await Promise.allSettled([reset(account, code), ...logins, ...times(8, () => testbed.signIn(account))]);
    expect(await testbed.countSessions(id)).toBe(0);
  });
});

describe('a password change', () => {
  type Fields = Partial<Parameters<typeof updatePassword>[2]['input']>;
  const change = (caller: Awaited<ReturnType<AuthTestbed['openSession']>>, fields: Fields) =>
    updatePassword(testbed.deps, caller, {
      input: { password: NEW, re_password: NEW, ...fields },
      lang: 'en',
      ip: '10.0.0.1',
      userAgent: 'test',
    });

  it('given a plain session, when it requests a change, then step-up is required and nothing has changed', async () => {
    const { account, id } = await testbed.newUser();
    await expect(change(await testbed.openSession(id), {})).rejects.toThrow('step_up_required');
    await testbed.signIn(account);
  });

  it('given a code for it, when the password is changed, then all sessions end and a new one replaces this one', async () => {
    const { account, id } = await testbed.newUser();
    const caller = await testbed.openSession(id);
    await testbed.openSession(id);
    const code = await testbed.sentCode(account, route.stepUp?.codePurpose);
    await expect(change(caller, { code, re_password: 'other' })).rejects.toThrow('passwords_differ');
    await expect(change(caller, { code, password: account, re_password: account })).rejects.toThrow('too_weak');
    const { token, user } = await change(caller, { code });
    expect(user).toMatchObject({ id, book: caller.mode });
    const { rows } = await testbed.root.query(
      `select s.id from session s join session_token t on t.session_id = s.id
        where s.user_id = $1 and s.ended_at is null and t.ends_at is null and t.token_hash = sha256($2)`,
      [id, Buffer.from(token)],
    );
    expect(await testbed.countSessions(id)).toBe(1);
    expect(rows).toHaveLength(1);
    expect(rows[0].id).not.toBe(String(caller.sessionId));
    expect(await hoursHeld(id)).toBe(24);
    expect((await testbed.lastMessage(account))?.body).toContain('password of your account was changed');
    await expect(testbed.signIn(account, { password: PASSWORD })).rejects.toThrow('login_failed');
    await expect(change(caller, { code })).rejects.toThrow('code_expired');
  });

  it('given one code sent 5 times at once, when they end, then one password was set', async () => {
    const { account, id } = await testbed.newUser();
    const caller = await testbed.openSession(id);
    const code = await testbed.sentCode(account, 'password');
    expect(await tally(times(5, () => change(caller, { code })))).toEqual({ ok: 1, code_expired: 4 });
  });
});
