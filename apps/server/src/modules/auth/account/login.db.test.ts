import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type AuthWorld, openAuthWorld, tally, times } from '../../../../test/auth-world.ts';

let world: AuthWorld;

beforeAll(async () => {
  world = await openAuthWorld();
});
beforeEach(() => world.setClock('0'));

const wrong = { password: 'wrong one' };
const counted = async (account: string) =>
  (await world.root.query(`select count from attempt where key = $1`, [`login:account:${account}`])).rows[0]?.count;

describe('login', () => {
  it('given a wrong password or an unknown account, when somebody logs in, then both fail alike', async () => {
    const { account } = await world.newUser();
    await expect(world.signIn(account, wrong)).rejects.toThrow('login_failed');
    await expect(world.signIn(world.newAccount(), wrong)).rejects.toThrow('login_failed');
    expect((await world.signIn(account.toUpperCase())).user).toMatchObject({ account, book: 'real' });
  });

  it('given 60 wrong ones at once, when they end, then ten were evaluated and the right one waits too', async () => {
    const { account } = await world.newUser();
    const guesses = times(60, () => world.signIn(account, wrong));
    expect(await tally(guesses)).toEqual({ login_failed: 10, too_many_requests: 50 });
    await expect(world.signIn(account)).rejects.toThrow('too_many_requests');
    await world.setClock('16 minutes');
    await world.signIn(account);
  });

  it('given one address, when it tries many accounts, then its hundredth failure is the last', async () => {
    const ip = world.newIp();
    const outcomes = await tally(times(130, () => world.signIn(world.newAccount(), { ...wrong, ip })));
    expect(outcomes).toEqual({ login_failed: 100, too_many_requests: 30 });
  });

  it('given everybody together, when they fail too often, then all wait, and one address alone cannot cause it', async () => {
    const strict = world.withSetting('auth.login_global', { count: 120, seconds: 60 });
    await world.root.query(`delete from attempt where key = 'login:global'`);
    const tries = (count: number, ip = world.newIp()) =>
      tally(times(count, () => world.signIn(world.newAccount(), { ...wrong, ip }, strict)));
    expect(await tries(150)).toEqual({ login_failed: 100, too_many_requests: 50 });
    expect(await tries(40)).toEqual({ login_failed: 20, too_many_requests: 20 });
  });

  it('given thirty right ones, when they end, then none counted', async () => {
    const { account } = await world.newUser();
    for (let count = 0; count < 30; count++) await world.signIn(account);
    expect(await counted(account)).toBe(0);
  });

  it('given a frozen account, when the password is wrong, then nobody learns of the freeze; when it is right, its owner does', async () => {
    const { account, id } = await world.newUser();
    await world.root.query(`update user_account set frozen_at = now() where id = $1`, [id]);
    await expect(world.signIn(account, wrong)).rejects.toThrow('login_failed');
    for (let count = 0; count < 12; count++) await expect(world.signIn(account)).rejects.toThrow('account_frozen');
    expect(await counted(account)).toBe(1);
    expect(await world.countSessions(id)).toBe(0);
  });
});

describe('login with an authenticator', () => {
  it('given a wrong password, when no code comes, then nobody learns that one is bound', async () => {
    const { account, id } = await world.newUser();
    await world.bindAuthenticator(id);
    await expect(world.signIn(account, wrong)).rejects.toThrow('login_failed');
  });

  it('given the right password, when no code comes, then it is asked for, and asking is free', async () => {
    const { account, id } = await world.newUser();
    const shows = await world.bindAuthenticator(id);
    for (let count = 0; count < 12; count++)
      await expect(world.signIn(account)).rejects.toThrow('google_code_required');
    expect(await counted(account)).toBe(0);
    await expect(world.signIn(account, { googleCode: shows(9) })).rejects.toThrow('google_code_wrong');
    expect(await counted(account)).toBe(1);
    await world.signIn(account, { googleCode: shows() });
    expect(await world.countSessions(id)).toBe(1);
  });

  it('given one code sent 8 times at once, when they end, then there is one session', async () => {
    const { account, id } = await world.newUser();
    const googleCode = (await world.bindAuthenticator(id))();
    const outcomes = await tally(times(8, () => world.signIn(account, { googleCode })));
    expect(outcomes.ok).toBe(1);
    expect(await world.countSessions(id)).toBe(1);
  });
});

describe('a new device', () => {
  const deviceKey = (letter: string) => letter.repeat(43);
  const userAgent =
    'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0 Mobile Safari/537.36';

  it('given a first, a known and a new one, when they log in, then only the new one is news, with a way to stop it', async () => {
    const { account } = await world.newUser();
    await world.signIn(account, { deviceKey: deviceKey('a') });
    await world.signIn(account, { deviceKey: deviceKey('a') });
    expect(await world.lastMessage(account)).toBeUndefined();
    await world.signIn(account, { deviceKey: deviceKey('b'), userAgent, ip: '10.77.0.1' });
    const mail = await world.lastMessage(account);
    expect(mail?.subject).toBe('Security of your Tidemark account');
    expect(mail?.body).toContain('new device: Chrome on Android, IP address 10.77.0.1.');
    expect(mail?.body).toMatch(/http:\/\/localhost:4000\/h5\/#\/pages\/plus\/freeze\?token=[\w-]{43}\n/);
  });

  it('given only a phone and a phrase, when a new device logs in, then it is texted, with the phrase', async () => {
    const mobile = world.newNumber();
    const { id } = await world.newUser({ mobile });
    await world.root.query(`update user_account set phrase = 'grey owl' where id = $1`, [id]);
    await world.signIn(mobile);
    await world.signIn(mobile);
    const sms = await world.lastMessage(mobile);
    expect(sms).toMatchObject({ channel: 'sms', subject: '' });
    expect(sms?.body).toMatch(/new device: test, .*freeze\?token=[\w-]{43} Your safety phrase: grey owl$/);
  });

  it('given a login on one new device after another, when an hour is over, then its owner was told five times', async () => {
    const { account } = await world.newUser();
    for (let count = 0; count < 8; count++) await world.signIn(account);
    const told = async () =>
      (await world.root.query(`select from message_job where recipient = $1`, [account])).rows.length;
    expect(await told()).toBe(5);
    await world.setClock('61 minutes');
    await world.signIn(account);
    expect(await told()).toBe(6);
  });
});
