import { CODE_PURPOSES, type VisitorPurpose } from '@app/protocol';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type AuthTestbed, openAuthTestbed, tally, times, wrongCode } from '../../../../test/auth-testbed.ts';
import { openKeyRing } from '../../../platform/process/key-ring.ts';
import { hashCode } from '../secrets.ts';
import { checkSentCode } from './check-sent-code.ts';
import type { Purpose } from './mails.ts';
import { sendCode } from './send-code.ts';

let testbed: AuthTestbed;

beforeAll(async () => {
  testbed = await openAuthTestbed();
});
beforeEach(() => testbed.setClock('0'));

const requestCode = (to: string, purpose: Purpose, ip = testbed.newIp(), by = testbed.deps) =>
  sendCode(by, { to, channel: to.includes('@') ? 'email' : 'mobile', purpose, ip, lang: 'en' });
const check = (account: string, code: string, purpose: VisitorPurpose = 'register', by = testbed.deps) =>
  checkSentCode(by, {
    account,
    channel: account.includes('@') ? 'email' : 'mobile',
    areaCode: undefined,
    purpose,
    code,
    request: testbed.requestOf(account),
    ip: testbed.newIp(),
  });

describe('a one-time code', () => {
  it('given five wrong tries, when the right code is sent, then it is refused', async () => {
    const account = testbed.newAccount();
    const code = await testbed.sentCode(account);
    for (let tries = 1; tries <= 5; tries++)
      await expect(check(account, wrongCode(code))).rejects.toThrow('code_wrong');
    await expect(check(account, code)).rejects.toThrow('code_expired');
    await expect(testbed.enrol(account, code)).rejects.toThrow('code_expired');
  });

  it('given 60 guesses at once over 20 connections, when they end, then five were compared', async () => {
    const account = testbed.newNumber();
    const code = await testbed.sentCode(account);
    const lax = testbed.withSetting('auth.code_tries_per_account', { count: 999, seconds: 60 });
    const guesses = times(60, () => check(account, wrongCode(code), 'register', lax));
    expect(await tally(guesses)).toEqual({ code_wrong: 5, code_expired: 55 });
  });

  it('given ten minutes have passed, when it is used, then it has expired', async () => {
    const account = testbed.newAccount();
    const code = await testbed.sentCode(account);
    await testbed.setClock('10 minutes');
    await expect(check(account, code)).rejects.toThrow('code_expired');
  });

  it('given another purpose or another account, when it is used there, then it is wrong', async () => {
    const { account } = await testbed.newUser();
    const forget = await testbed.sentCode(account, 'forget');
    const other = testbed.newAccount();
    await requestCode(account, 'unfreeze');
    await requestCode(other, 'register');
    await expect(check(account, forget, 'unfreeze')).rejects.toThrow('code_wrong');
    await expect(check(other, forget)).rejects.toThrow('code_wrong');
    expect(await check(account, forget, 'forget')).toEqual({ ok: true });
  });

  it('given the table, when its hashes are searched without our key, then none of a million codes is found', async () => {
    const account = testbed.newAccount();
    const code = await testbed.sentCode(account);
    const { rows } = await testbed.root.query(`select code_hash from one_time_code where account = $1`, [account]);
    const boundTo = { account, purpose: 'register' };
    expect(rows[0].code_hash).toEqual(hashCode(testbed.deps.keys, code, boundTo));
    const others = openKeyRing([{ id: 'test', key: Buffer.alloc(32, 8) }]);
    expect(rows[0].code_hash).not.toEqual(hashCode(others, code, boundTo));
  });

  it('given it was checked, when it is used, then it works once; the check counted as a try', async () => {
    const account = testbed.newAccount();
    const code = await testbed.sentCode(account);
    expect(await check(account, code)).toEqual({ ok: true });
    await testbed.enrol(account, code);
    await expect(check(account, code)).rejects.toThrow('code_expired');
    const { rows } = await testbed.root.query(`select tries from one_time_code where account = $1`, [account]);
    expect(rows).toEqual([{ tries: 3 }]);
  });

  it('given one account, when codes are tried repeatedly, then it is limited, however many codes were sent', async () => {
    const account = testbed.newAccount();
    const strict = testbed.withSetting('auth.code_tries_per_account', { count: 7, seconds: 3_600 });
    const tries = () => tally(times(5, () => check(account, '000000', 'register', strict)));
    await testbed.sentCode(account);
    await tries();
    await testbed.sentCode(account);
    expect((await tries()).too_many_requests).toBe(3);
  });
});

describe('recipients of codes', () => {
  /**
   * Purposes whose code goes to addresses without an account; for the others it goes to existing accounts, and the rest
   * get a notice. A phone gets a text and an address a mail.
   */
  const NEW: readonly Purpose[] = ['register'];
  it.each(CODE_PURPOSES)(
    'given purpose %s, when codes are requested, then they go to the intended recipients',
    async (purpose) => {
      const mobile = testbed.newNumber();
      const newMobile = testbed.newNumber();
      const { account } = await testbed.newUser();
      await testbed.newUser({ mobile });
      const hasCode = async (to: string) => (await testbed.sentCode(to, purpose)) !== 'none';
      const isNew = NEW.includes(purpose);
      const isNewNumber = isNew || purpose === 'mobile';
      expect(await hasCode(account)).toBe(!isNew);
      expect(await hasCode(testbed.newAccount())).toBe(isNew);
      expect(await hasCode(mobile)).toBe(!isNewNumber);
      expect(await hasCode(newMobile)).toBe(isNewNumber);
      expect(await testbed.lastMessage(newMobile)).toMatchObject({ channel: 'sms', subject: '' });
      expect(await testbed.lastMessage(account)).toMatchObject({ channel: 'mail' });
    },
  );

  it('given a phrase, when its owner is sent a mail or text, then it contains the phrase; other users’ do not', async () => {
    const mobile = testbed.newNumber();
    const { account, id } = await testbed.newUser();
    const { id: phoneId } = await testbed.newUser({ mobile });
    await testbed.root.query(`update user_account set phrase = 'blue heron' where id in ($1, $2)`, [id, phoneId]);
    for (const purpose of ['forget', 'register'] as const)
      for (const to of [account, mobile]) {
        await requestCode(to, purpose);
        expect((await testbed.lastMessage(to))?.body).toContain('Your safety phrase: blue heron');
      }
    const stranger = testbed.newAccount();
    await requestCode(stranger, 'forget');
    expect((await testbed.lastMessage(stranger))?.body).not.toContain('phrase');
  });
});

describe('requesting codes', () => {
  it('given five in ten minutes from one address, when a sixth is requested, then the caller is rate limited', async () => {
    const account = testbed.newAccount();
    const ip = testbed.newIp();
    expect(await tally(times(12, () => requestCode(account, 'register', ip)))).toEqual({ ok: 5, too_many_requests: 7 });
    const params = { seconds: expect.stringMatching(/^\d+$/) };
    await expect(requestCode(account.toUpperCase(), 'register', ip)).rejects.toMatchObject({ params });
    const elsewhere = await tally(times(20, () => requestCode(account, 'register')));
    expect(elsewhere).toEqual({ ok: 15, too_many_requests: 5 }); // Twenty in all, from any address.
    await testbed.setClock('11 minutes');
    expect(await testbed.sentCode(account)).toMatch(/^\d{6}$/);
  });

  it('given texts to phones, when one address requests many, then it is limited after 20; mails count separately', async () => {
    const ip = testbed.newIp();
    const texts = times(25, () => requestCode(testbed.newNumber(), 'register', ip));
    expect(await tally(texts)).toEqual({ ok: 20, too_many_requests: 5 });
    await requestCode(testbed.newAccount(), 'register', ip);
  });

  it('given the daily text limit is used up, when any caller requests one, then none is sent and none is paid for', async () => {
    const capped = testbed.withSetting('auth.sms_global', { count: 3, seconds: 86_400 });
    await testbed.root.query(`delete from attempt where key = 'sms:global'`);
    const numbers = times(6, () => testbed.newNumber());
    const texts = numbers.map((to) => requestCode(to, 'register', testbed.newIp(), capped));
    expect(await tally(texts)).toEqual({ ok: 3, too_many_requests: 3 });
    const { rows } = await testbed.root.query(`select from message_job where recipient = any($1)`, [numbers]);
    expect(rows).toHaveLength(3);
  });

  it('given a number in two spellings, when texts are requested, then they are counted together', async () => {
    const number = testbed.newNumber();
    const ip = testbed.newIp();
    const asNational = (to: string) =>
      sendCode(testbed.deps, {
        to,
        channel: 'mobile',
        areaCode: '49',
        purpose: 'register',
        ip,
        lang: 'en',
      });
    const national = `0${number.slice(2)}`;
    const calls = times(8, (turn) =>
      turn % 2 === 0 ? asNational(national) : requestCode(`+${number}`, 'register', ip),
    );
    expect(await tally(calls)).toEqual({ ok: 5, too_many_requests: 3 });
  });
});
