import { updatePassword as route } from '@app/protocol/auth';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type AuthWorld, openAuthWorld, PASSWORD, tally, times, wrongCode } from '../../../../test/auth-world.ts';
import { forget } from './forget.ts';
import { updatePassword } from './update-password.ts';

const NEW = 'battery staple';
let world: AuthWorld;

beforeAll(async () => {
  world = await openAuthWorld();
});
beforeEach(() => world.setClock('0'));

type Forget = Parameters<typeof forget>[1];
const reset = (account: string, code: string, more: Partial<Forget> = {}) =>
  forget(world.deps, {
    ...{ account, channel: account.includes('@') ? 'email' : 'mobile', areaCode: undefined, code },
    ...{ password: NEW, again: NEW, googleCode: undefined, ip: world.newIp(), lang: 'en', ...more },
  });

const hoursHeld = async (id: bigint) => {
  const { rows } = await world.root.query(
    `select extract(epoch from withdrawals_held_until - app_now()) / 3600 as hours from user_account where id = $1`,
    [id],
  );
  return Math.round(Number(rows[0].hours));
};

describe('a forgotten password', () => {
  it('given a code, when a new one is set, then the old one is dead, all sessions end, withdrawals wait, the owner is told', async () => {
    const { account, id } = await world.newUser();
    for (let count = 0; count < 3; count++) await world.openSession(id);
    await reset(account, await world.sentCode(account, 'forget'));
    expect(await world.countSessions(id)).toBe(0);
    expect(await hoursHeld(id)).toBe(24);
    expect((await world.lastMessage(account))?.body).toMatch(/password of your account was changed.*24 hours/);
    await expect(world.signIn(account)).rejects.toThrow('login_failed');
    await world.signIn(account, { password: NEW });
  });

  it('given a longer wait, when a new password is set, then it stays', async () => {
    const { account, id } = await world.newUser();
    await world.root.query(
      `update user_account set withdrawals_held_until = now() + interval '72 hours' where id = $1`,
      [id],
    );
    await reset(account, await world.sentCode(account, 'forget'));
    expect(await hoursHeld(id)).toBe(72);
  });

  it('given an authenticator, when a new password is set, then its code is needed too, and it stays bound', async () => {
    const { account, id } = await world.newUser();
    const shows = await world.bindAuthenticator(id);
    const code = await world.sentCode(account, 'forget');
    await expect(reset(account, code)).rejects.toThrow('google_code_required');
    await expect(reset(account, code, { googleCode: shows(9) })).rejects.toThrow('google_code_wrong');
    await reset(account, code, { googleCode: shows() });
    await expect(world.signIn(account, { password: NEW })).rejects.toThrow('google_code_required');
  });

  it('given one code sent 20 times at once, when they end, then one password was set', async () => {
    const { account, id } = await world.newUser();
    const code = await world.sentCode(account, 'forget');
    const lax = world.withSetting('auth.code_tries', 30);
    const send = (turn: number) => {
      const password = `${NEW} ${turn}`;
      return forget(lax, {
        ...{ account, channel: 'email', areaCode: undefined, code, password, again: password },
        ...{ googleCode: undefined, ip: world.newIp(), lang: 'en' },
      });
    };
    expect(await tally(times(20, send))).toEqual({ ok: 1, code_expired: 19 });
    const { rows } = await world.root.query(`select from message_job where recipient = $1 and subject like 'Sec%'`, [
      account,
    ]);
    expect(rows).toHaveLength(1);
    expect(await hoursHeld(id)).toBe(24);
  });

  it('given a wrong code, a weak password or a number that changed hands, when they come, then nothing changes', async () => {
    const mobile = world.newNumber();
    const { account, id } = await world.newUser({ mobile });
    const code = await world.sentCode(account, 'forget');
    await expect(reset(account, wrongCode(code))).rejects.toThrow('code_wrong');
    await expect(reset(account, code, { password: 'password1', again: 'password1' })).rejects.toThrow('too_weak');
    await expect(reset(account, code, { again: 'other' })).rejects.toThrow('passwords_differ');
    await world.root.query(`update user_account set mobile = $2 where id = $1`, [id, world.newNumber()]);
    await expect(reset(account, code)).rejects.toThrow('code_wrong');
    const { rows } = await world.root.query(`select mobile from user_account where id = $1`, [id]);
    await world.signIn(rows[0].mobile);
  });

  it('given an authenticator is bound while a reset is on its way, then the reset asks for it after all', async () => {
    const { account, id } = await world.newUser();
    const code = await world.sentCode(account, 'forget');
    const { promise: bound, resolve: go } = Promise.withResolvers<void>();
    const { promise: looked, resolve: hasLooked } = Promise.withResolvers<void>();
    const read: typeof world.deps.settings.read = async (setting) => {
      if (setting.key === 'auth.security_hold_seconds') {
        hasLooked(); // Asked for after the authenticator was looked for.
        await bound;
      }
      return await world.deps.settings.read(setting);
    };
    const late = forget(
      { ...world.deps, settings: { read } },
      {
        ...{ account, channel: 'email', areaCode: undefined, password: NEW, again: NEW, code },
        ...{ googleCode: undefined, ip: world.newIp(), lang: 'en' },
      },
    );
    const refused = expect(late).rejects.toThrow('google_code_required');
    await looked;
    await world.bindAuthenticator(id);
    go();
    await refused;
  });

  it('given logins on their way, when the password changes under them, then no session with the old one is left', async () => {
    const { account, id } = await world.newUser();
    const code = await world.sentCode(account, 'forget');
    const logins = times(8, () => world.signIn(account));
    await Promise.allSettled([reset(account, code), ...logins, ...times(8, () => world.signIn(account))]);
    expect(await world.countSessions(id)).toBe(0);
  });
});

describe('a changed password', () => {
  type Fields = Partial<Parameters<typeof updatePassword>[2]['input']>;
  const change = (caller: Awaited<ReturnType<AuthWorld['openSession']>>, fields: Fields) =>
    updatePassword(world.deps, caller, {
      ...{ input: { password: NEW, re_password: NEW, ...fields }, lang: 'en' },
      ...{ ip: '10.0.0.1', userAgent: 'test' },
    });

  it('given a bare session, when it asks, then it must prove itself and nothing has changed', async () => {
    const { account, id } = await world.newUser();
    await expect(change(await world.openSession(id), {})).rejects.toThrow('step_up_required');
    await world.signIn(account);
  });

  it('given a code for it, when the password is changed, then all sessions end and a new one follows this', async () => {
    const { account, id } = await world.newUser();
    const [caller] = [await world.openSession(id), await world.openSession(id)];
    const code = await world.sentCode(account, route.stepUp?.codePurpose);
    await expect(change(caller, { code, re_password: 'other' })).rejects.toThrow('passwords_differ');
    await expect(change(caller, { code, password: account, re_password: account })).rejects.toThrow('too_weak');
    const { token, user } = await change(caller, { code });
    expect(user).toMatchObject({ id, book: caller.book });
    const { rows } = await world.root.query(
      `select s.id from session s join session_token t on t.session_id = s.id
        where s.user_id = $1 and s.ended_at is null and t.ends_at is null and t.token_hash = sha256($2)`,
      [id, Buffer.from(token)],
    );
    expect(await world.countSessions(id)).toBe(1);
    expect(rows).toHaveLength(1);
    expect(rows[0].id).not.toBe(String(caller.sessionId));
    expect(await hoursHeld(id)).toBe(24);
    expect((await world.lastMessage(account))?.body).toContain('password of your account was changed');
    await expect(world.signIn(account, { password: PASSWORD })).rejects.toThrow('login_failed');
    await expect(change(caller, { code })).rejects.toThrow('code_expired');
  });

  it('given one code sent 5 times at once, when they end, then one password was set', async () => {
    const { account, id } = await world.newUser();
    const caller = await world.openSession(id);
    const code = await world.sentCode(account, 'password');
    expect(await tally(times(5, () => change(caller, { code })))).toEqual({ ok: 1, code_expired: 4 });
  });
});
