import { randomBytes } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type AuthTestbed, openAuthTestbed, tally, times } from '../../../../test/auth-testbed.ts';

let testbed: AuthTestbed;

beforeAll(async () => {
  testbed = await openAuthTestbed();
});
beforeEach(() => testbed.setClock('0'));

const wrong = { password: 'wrong one' };
const counted = async (account: string) =>
  (await testbed.root.query(`select count from attempt where key = $1`, [`login:account:${account}`])).rows[0]?.count;

describe('login', () => {
  it('given a wrong password or an unknown account, when a login is tried, then both fail alike', async () => {
    const { account } = await testbed.newUser();
    await expect(testbed.signIn(account, wrong)).rejects.toThrow('login_failed');
    await expect(testbed.signIn(testbed.newAccount(), wrong)).rejects.toThrow('login_failed');
    expect((await testbed.signIn(account.toUpperCase())).user).toMatchObject({ account, book: 'real' });
  });

  it('given 60 wrong logins at once from one address, when they end, then ten were evaluated; only it is limited', async () => {
    const { account } = await testbed.newUser();
    const ip = testbed.newIp();
    const guesses = times(60, () => testbed.signIn(account, { ...wrong, ip }));
    expect(await tally(guesses)).toEqual({ login_failed: 10, too_many_requests: 50 });
    await expect(testbed.signIn(account, { ip })).rejects.toThrow('too_many_requests');
    await testbed.signIn(account);
    await testbed.setClock('16 minutes');
    await testbed.signIn(account, { ip });
  });

  it('given 130 wrong logins from 130 addresses, when they end, then 100 were evaluated; a new device is limited', async () => {
    const { account } = await testbed.newUser();
    const guesses = times(130, () => testbed.signIn(account, wrong));
    expect(await tally(guesses)).toEqual({ login_failed: 100, too_many_requests: 30 });
    await expect(testbed.signIn(account)).rejects.toThrow('too_many_requests');
  });

  it('given a stranger’s 100 failures, then the owner’s known device can log in; ten failures of its own lock it', async () => {
    const { account } = await testbed.newUser();
    const deviceKey = randomBytes(32).toString('base64url');
    await testbed.signIn(account, { deviceKey });
    expect(await tally(times(130, () => testbed.signIn(account, wrong)))).toMatchObject({ login_failed: 100 });
    for (let count = 0; count < 3; count++) await testbed.signIn(account, { deviceKey });
    const unknown = randomBytes(32).toString('base64url');
    await expect(testbed.signIn(account, { deviceKey: unknown })).rejects.toThrow('too_many_requests');
    const own = await tally(times(15, () => testbed.signIn(account, { ...wrong, deviceKey })));
    expect(own).toEqual({ login_failed: 10, too_many_requests: 5 });
  });

  it('given another user’s device key, when it is sent, then it does not bypass the limit', async () => {
    const { account } = await testbed.newUser();
    const other = await testbed.newUser();
    const deviceKey = randomBytes(32).toString('base64url');
    await testbed.signIn(other.account, { deviceKey });
    expect(await tally(times(130, () => testbed.signIn(account, wrong)))).toMatchObject({ login_failed: 100 });
    await expect(testbed.signIn(account, { deviceKey })).rejects.toThrow('too_many_requests');
  });

  it('given one address, when it tries many accounts, then it is limited after its hundredth failure', async () => {
    const ip = testbed.newIp();
    const outcomes = await tally(times(130, () => testbed.signIn(testbed.newAccount(), { ...wrong, ip })));
    expect(outcomes).toEqual({ login_failed: 100, too_many_requests: 30 });
  });

  it('given too many failures over all addresses, then all are limited, and one address alone cannot cause it', async () => {
    const strict = testbed.withSetting('auth.login_global', { count: 120, seconds: 60 });
    await testbed.root.query(`delete from attempt where key = 'login:global'`);
    const tries = (count: number, ip = testbed.newIp()) =>
      tally(times(count, () => testbed.signIn(testbed.newAccount(), { ...wrong, ip }, strict)));
    expect(await tries(150)).toEqual({ login_failed: 100, too_many_requests: 50 });
    expect(await tries(40)).toEqual({ login_failed: 20, too_many_requests: 20 });
  });

  it('given thirty successful logins, when they end, then none counted', async () => {
    const { account } = await testbed.newUser();
    for (let count = 0; count < 30; count++) await testbed.signIn(account);
    expect(await counted(account)).toBe(0);
  });

  it('given a frozen account, when the password is wrong, then the freeze is not disclosed; when right, it is', async () => {
    const { account, id } = await testbed.newUser();
    await testbed.root.query(`update user_account set frozen_at = now() where id = $1`, [id]);
    await expect(testbed.signIn(account, wrong)).rejects.toThrow('login_failed');
    for (let count = 0; count < 12; count++) await expect(testbed.signIn(account)).rejects.toThrow('account_frozen');
    expect(await counted(account)).toBe(1);
    expect(await testbed.countSessions(id)).toBe(0);
  });
});

describe('login with an authenticator', () => {
  it('given a wrong password, when no code is sent, then the response does not disclose the authenticator', async () => {
    const { account, id } = await testbed.newUser();
    await testbed.bindAuthenticator(id);
    await expect(testbed.signIn(account, wrong)).rejects.toThrow('login_failed');
  });

  it('given the right password, when no code is sent, then it is required, and the attempt does not count', async () => {
    const { account, id } = await testbed.newUser();
    const shows = await testbed.bindAuthenticator(id);
    for (let count = 0; count < 12; count++)
      await expect(testbed.signIn(account)).rejects.toThrow('google_code_required');
    expect(await counted(account)).toBe(0);
    await expect(testbed.signIn(account, { googleCode: shows(9) })).rejects.toThrow('google_code_wrong');
    expect(await counted(account)).toBe(1);
    await testbed.signIn(account, { googleCode: shows() });
    expect(await testbed.countSessions(id)).toBe(1);
  });

  it('given one code sent 8 times at once, when they end, then there is one session', async () => {
    const { account, id } = await testbed.newUser();
    const googleCode = (await testbed.bindAuthenticator(id))();
    const outcomes = await tally(times(8, () => testbed.signIn(account, { googleCode })));
    expect(outcomes.ok).toBe(1);
    expect(await testbed.countSessions(id)).toBe(1);
  });
});

describe('a new device', () => {
  const deviceKey = (letter: string) => letter.repeat(43);
  const userAgent =
    'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0 Mobile Safari/537.36';

  it('given a first, a known and a new one, when they log in, then only the new one is notified, with a freeze link', async () => {
    const { account } = await testbed.newUser();
    await testbed.signIn(account, { deviceKey: deviceKey('a') });
    await testbed.signIn(account, { deviceKey: deviceKey('a') });
    expect(await testbed.lastMessage(account)).toBeUndefined();
    await testbed.signIn(account, { deviceKey: deviceKey('b'), userAgent, ip: '10.77.0.1' });
    const mail = await testbed.lastMessage(account);
    expect(mail?.subject).toBe('Security of your Tidemark account');
    expect(mail?.body).toContain('new device: Chrome on Android, IP address 10.77.0.1.');
    expect(mail?.body).toMatch(/http:\/\/localhost:4000\/h5\/#\/pages\/plus\/freeze\?token=[\w-]{43}\n/);
  });

  it('given only a phone and a phrase, when a new device logs in, then a text with the phrase is sent', async () => {
    const mobile = testbed.newNumber();
    const { id } = await testbed.newUser({ mobile });
    await testbed.root.query(`update user_account set phrase = 'grey owl' where id = $1`, [id]);
    await testbed.signIn(mobile);
    await testbed.signIn(mobile);
    const sms = await testbed.lastMessage(mobile);
    expect(sms).toMatchObject({ channel: 'sms', subject: '' });
    expect(sms?.body).toMatch(/new device: test, .*freeze\?token=[\w-]{43} Your safety phrase: grey owl$/);
  });

  it('given logins on many new devices, when an hour has passed, then the owner was notified five times', async () => {
    const { account } = await testbed.newUser();
    for (let count = 0; count < 8; count++) await testbed.signIn(account);
    const notices = async () =>
      (await testbed.root.query(`select from message_job where recipient = $1`, [account])).rows.length;
    expect(await notices()).toBe(5);
    await testbed.setClock('61 minutes');
    await testbed.signIn(account);
    expect(await notices()).toBe(6);
  });
});
