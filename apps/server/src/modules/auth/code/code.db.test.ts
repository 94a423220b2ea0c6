import { CODE_PURPOSES, type VisitorPurpose } from '@app/protocol';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type AuthWorld, openAuthWorld, tally, times, wrongCode } from '../../../../test/auth-world.ts';
import { openKeyRing } from '../../../platform/key-ring.ts';
import { hashCode } from '../secrets.ts';
import { checkSentCode } from './check-sent-code.ts';
import type { Purpose } from './mails.ts';
import { sendCode } from './send-code.ts';

let world: AuthWorld;

beforeAll(async () => {
  world = await openAuthWorld();
});
beforeEach(() => world.setClock('0'));

const ask = (to: string, purpose: Purpose, ip = world.newIp(), by = world.deps) =>
  sendCode(by, { to, channel: to.includes('@') ? 'email' : 'mobile', purpose, ip, lang: 'en' });
const check = (account: string, code: string, purpose: VisitorPurpose = 'register', by = world.deps) =>
  checkSentCode(by, {
    ...{ account, channel: account.includes('@') ? 'email' : 'mobile', areaCode: undefined },
    ...{ purpose, code, ip: world.newIp() },
  });

describe('a one-time code', () => {
  it('given five wrong tries, when the right one comes, then it is refused', async () => {
    const account = world.newAccount();
    const code = await world.sentCode(account);
    for (let tries = 1; tries <= 5; tries++)
      await expect(check(account, wrongCode(code))).rejects.toThrow('code_wrong');
    await expect(check(account, code)).rejects.toThrow('code_expired');
    await expect(world.enrol(account, code)).rejects.toThrow('code_expired');
  });

  it('given 60 guesses at once over 20 connections, when they end, then five were compared', async () => {
    const account = world.newNumber();
    const code = await world.sentCode(account);
    const lax = world.withSetting('auth.code_tries_per_account', { count: 999, seconds: 60 });
    const guesses = times(60, () => check(account, wrongCode(code), 'register', lax));
    expect(await tally(guesses)).toEqual({ code_wrong: 5, code_expired: 55 });
  });

  it('given ten minutes have passed, when it is used, then it has expired', async () => {
    const account = world.newAccount();
    const code = await world.sentCode(account);
    await world.setClock('10 minutes');
    await expect(check(account, code)).rejects.toThrow('code_expired');
  });

  it('given another purpose or another account, when it is used there, then it is wrong', async () => {
    const { account } = await world.newUser();
    const [forget, other] = [await world.sentCode(account, 'forget'), world.newAccount()];
    await ask(account, 'unfreeze');
    await ask(other, 'register');
    await expect(check(account, forget, 'unfreeze')).rejects.toThrow('code_wrong');
    await expect(check(other, forget)).rejects.toThrow('code_wrong');
    expect(await check(account, forget, 'forget')).toEqual({ ok: true });
  });

  it('given the table, when its hashes are searched without our key, then none of a million codes is found', async () => {
    const account = world.newAccount();
    const code = await world.sentCode(account);
    const { rows } = await world.root.query(`select code_hash from one_time_code where account = $1`, [account]);
    const boundTo = { account, purpose: 'register' };
    expect(rows[0].code_hash).toEqual(hashCode(world.deps.keys, code, boundTo));
    const others = openKeyRing([{ id: 'test', key: Buffer.alloc(32, 8) }]);
    expect(rows[0].code_hash).not.toEqual(hashCode(others, code, boundTo));
  });

  it('given it was checked, when it is used, then it works once; the check was a try', async () => {
    const account = world.newAccount();
    const code = await world.sentCode(account);
    expect(await check(account, code)).toEqual({ ok: true });
    await world.enrol(account, code);
    await expect(check(account, code)).rejects.toThrow('code_expired');
    const { rows } = await world.root.query(`select tries from one_time_code where account = $1`, [account]);
    expect(rows).toEqual([{ tries: 3 }]);
  });

  it('given one account, when codes are tried again and again, then it waits, whatever number of codes was sent', async () => {
    const account = world.newAccount();
    const strict = world.withSetting('auth.code_tries_per_account', { count: 7, seconds: 3_600 });
    const tries = () => tally(times(5, () => check(account, '000000', 'register', strict)));
    await world.sentCode(account);
    await tries();
    await world.sentCode(account);
    expect((await tries()).too_many_requests).toBe(3);
  });
});

describe('who is sent what', () => {
  /** A code to those it is for, a notice to the others; a phone gets a text and an address a mail. */
  const NEW: readonly Purpose[] = ['register'];
  it.each(CODE_PURPOSES)(
    'given purpose %s, when codes are asked for, then they go to whom they are for',
    async (purpose) => {
      const [mobile, newMobile] = [world.newNumber(), world.newNumber()];
      const { account } = await world.newUser();
      await world.newUser({ mobile });
      const hasCode = async (to: string) => (await world.sentCode(to, purpose)) !== 'none';
      const isNew = NEW.includes(purpose);
      const isNewNumber = isNew || purpose === 'mobile';
      expect(await hasCode(account)).toBe(!isNew);
      expect(await hasCode(world.newAccount())).toBe(isNew);
      expect(await hasCode(mobile)).toBe(!isNewNumber);
      expect(await hasCode(newMobile)).toBe(isNewNumber);
      expect(await world.lastMessage(newMobile)).toMatchObject({ channel: 'sms', subject: '' });
      expect(await world.lastMessage(account)).toMatchObject({ channel: 'mail' });
    },
  );

  it('given a phrase, when its owner is written to by mail or text, then it is repeated, and to nobody else', async () => {
    const mobile = world.newNumber();
    const [{ account, id }, { id: phoneId }] = [await world.newUser(), await world.newUser({ mobile })];
    await world.root.query(`update user_account set phrase = 'blue heron' where id in ($1, $2)`, [id, phoneId]);
    for (const purpose of ['forget', 'register'] as const)
      for (const to of [account, mobile]) {
        await ask(to, purpose);
        expect((await world.lastMessage(to))?.body).toContain('Your safety phrase: blue heron');
      }
    const stranger = world.newAccount();
    await ask(stranger, 'forget');
    expect((await world.lastMessage(stranger))?.body).not.toContain('phrase');
  });
});

describe('asking for codes', () => {
  it('given five in ten minutes, when a sixth is asked for, then the caller is told to wait', async () => {
    const account = world.newAccount();
    expect(await tally(times(12, () => ask(account, 'register')))).toEqual({ ok: 5, too_many_requests: 7 });
    const params = { seconds: expect.stringMatching(/^\d+$/) };
    await expect(ask(account.toUpperCase(), 'register')).rejects.toMatchObject({ params });
    await world.setClock('11 minutes');
    expect(await world.sentCode(account)).toMatch(/^\d{6}$/);
  });

  it('given texts to phones, when one address asks for many, then its twentieth is the last; mails are counted apart', async () => {
    const ip = world.newIp();
    const texts = times(25, () => ask(world.newNumber(), 'register', ip));
    expect(await tally(texts)).toEqual({ ok: 20, too_many_requests: 5 });
    await ask(world.newAccount(), 'register', ip);
  });

  it('given the day’s texts are used up, when anybody asks, then none is sent and none is paid for', async () => {
    const capped = world.withSetting('auth.sms_global', { count: 3, seconds: 86_400 });
    await world.root.query(`delete from attempt where key = 'sms:global'`);
    const numbers = times(6, () => world.newNumber());
    const texts = numbers.map((to) => ask(to, 'register', world.newIp(), capped));
    expect(await tally(texts)).toEqual({ ok: 3, too_many_requests: 3 });
    const { rows } = await world.root.query(`select from message_job where recipient = any($1)`, [numbers]);
    expect(rows).toHaveLength(3);
  });

  it('given a number in two spellings, when texts are asked for, then they are counted together', async () => {
    const number = world.newNumber();
    const asNational = (to: string) =>
      sendCode(world.deps, {
        ...{ to, channel: 'mobile', areaCode: '49', purpose: 'register' },
        ...{ ip: world.newIp(), lang: 'en' },
      });
    const national = `0${number.slice(2)}`;
    const calls = times(8, (turn) => (turn % 2 === 0 ? asNational(national) : ask(`+${number}`, 'register')));
    expect(await tally(calls)).toEqual({ ok: 5, too_many_requests: 3 });
  });
});
