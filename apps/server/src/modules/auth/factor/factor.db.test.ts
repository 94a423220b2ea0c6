import type { Output } from '@app/protocol';
import { bindAuthenticator as bindRoute, type getAuthenticator } from '@app/protocol/auth';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { tally, times, wrongCode } from '../../../../test/auth-testbed.ts';
import { type FactorTestbed, openFactorTestbed, type Person, TRADE_PASSWORD } from '../../../../test/factor-testbed.ts';
import { createPasswords, PASSWORD_COST } from '../account/password-hash.ts';
import { sweepAuth } from '../code/sweep.ts';
import { bindAuthenticator, readAuthenticator } from './bind-authenticator.ts';
import { proveGoogleCode, takeGoogleStep } from './google-code.ts';
import { proveTradePassword } from './prove-trade-password.ts';
import { readSecurity } from './read-security.ts';
import { setPhrase } from './set-phrase.ts';
import { setTradePassword } from './set-trade-password.ts';

let testbed: FactorTestbed;

beforeAll(async () => {
  testbed = await openFactorTestbed();
});
beforeEach(() => testbed.setClock('0'));

const security = ({ caller }: Person) => readSecurity(testbed.deps, caller);

describe('a trade password', () => {
  const set = async (person: Person, digits: string, again = digits) =>
    setTradePassword(atRealCost(), person.caller, {
      input: { password: digits, re_password: again, code: await testbed.sentCode(person.account, 'trade_password') },
      lang: 'en',
    });
  const atRealCost = () => ({ ...testbed.deps, passwords: createPasswords(PASSWORD_COST) });
  const prove = ({ caller }: Person, digits: string) => proveTradePassword(testbed.deps, caller.userId, digits);

  it('given the first, then no hold; given a change, then withdrawals are held; each sends a notification', async () => {
    const person = await testbed.newPerson();
    await expect(prove(person, '483157')).rejects.toThrow('trade_password_missing');
    await set(person, '483157');
    expect(await security(person)).toMatchObject({ has_trade_password: true, withdrawals_held_until: null });
    expect((await testbed.lastMessage(person.account))?.body).toContain('A trade password was set');
    await prove(person, '483157');
    await set(person, '90210');
    const { withdrawals_held_until: until } = await security(person);
    expect(Math.abs((until ?? 0) - Date.now() - 86_400_000)).toBeLessThan(60_000);
    expect((await testbed.lastMessage(person.account))?.body).toContain('paused for 24 hours');
    await expect(prove(person, '483157')).rejects.toThrow('trade_password_wrong');
    const { rows } = await testbed.root.query(
      `select trade_password_sealed as sealed from user_account where id = $1`,
      [person.caller.userId],
    );
    expect(rows[0].sealed).toMatch(/^test:[\w-]+$/);
    const [keyId, text] = rows[0].sealed.split(':');
    const sealed = { keyId, sealed: Buffer.from(text, 'base64url') };
    const hash = testbed.deps.keys.open('trade_password', sealed, `user:${person.caller.userId}`).toString();
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  it('given a simple one or two that differ, then it is refused before any factor is consumed', async () => {
    const person = await testbed.newPerson();
    await expect(set(person, '1234')).rejects.toThrow('trade_password_too_simple');
    await expect(set(person, '4831', '4832')).rejects.toThrow('passwords_differ');
    const { rows } = await testbed.root.query(`select tries from one_time_code where account = $1`, [person.account]);
    expect(rows.map(({ tries }) => tries)).toEqual([0, 0]);
  });

  it('given 40 wrong ones at once, then five are evaluated, and the right one is refused for an hour from the last', async () => {
    const person = await testbed.newPerson();
    await testbed.giveTradePassword(person);
    const wrong = (count: number) => tally(times(count, () => prove(person, '111111')));
    expect(await wrong(1)).toEqual({ trade_password_wrong: 1 });
    await testbed.setClock('59 minutes');
    expect(await wrong(40)).toEqual({ trade_password_wrong: 4, too_many_requests: 36 });
    await testbed.setClock('118 minutes');
    await expect(prove(person, TRADE_PASSWORD)).rejects.toMatchObject({
      code: 'too_many_requests',
      params: { seconds: expect.stringMatching(/^\d{2}$/) },
    });
    await testbed.setClock('120 minutes');
    await prove(person, TRADE_PASSWORD);
  });

  it('given ten right ones, then none of them counted', async () => {
    const person = await testbed.newPerson();
    await testbed.giveTradePassword(person);
    for (let count = 0; count < 10; count++) await prove(person, TRADE_PASSWORD);
  });
});

describe('an authenticator', () => {
  const read = ({ caller }: Person) => readAuthenticator(testbed.deps, caller);
  const bind = async (person: Person, googleCode: string) =>
    bindAuthenticator(testbed.deps, person.caller, {
      input: { google_code: googleCode, code: await testbed.sentCode(person.account, 'authenticator') },
      lang: 'en',
    });
  const prove = ({ caller }: Person, code: string) => proveGoogleCode(testbed.deps, caller.userId, code);
  const take = ({ caller }: Person, step: bigint) => testbed.transact((tx) => takeGoogleStep(tx, caller.userId, step));

  it('given a requested key, then it has sixteen characters, and the table does not contain it in plain text', async () => {
    const person = await testbed.newPerson();
    const first: Output<typeof getAuthenticator> = await read(person);
    expect(first.key).toMatch(/^[A-Z2-7]{16}$/);
    const account = encodeURIComponent(person.account);
    expect(first.uri).toBe(`otpauth://totp/Tidemark:${account}?secret=${first.key}&issuer=Tidemark`);
    const { rows } = await testbed.root.query(`select encode(sealed, 'escape') as sealed from authenticator`);
    expect(JSON.stringify(rows)).not.toContain(first.key);
  });

  it('given a key that was replaced since, when its codes are used, then they bind nothing', async () => {
    const person = await testbed.newPerson();
    const { key: seen } = await read(person); // By an earlier session holder.
    const answers = await Promise.all(times(5, () => read(person)));
    expect(new Set([seen, ...answers.map(({ key }) => key)]).size).toBe(6);
    await expect(bind(person, await testbed.shownBy(seen))).rejects.toThrow('google_code_wrong');
    const { key } = await read(person);
    await bind(person, await testbed.shownBy(key));
    await expect(prove(person, await testbed.shownBy(seen, 1))).rejects.toThrow('google_code_wrong');
    await prove(person, await testbed.shownBy(key, 1));
  });

  it('given twenty wrong codes in a day, when more arrive, then none is compared, and the owner is notified once', async () => {
    const person = await testbed.newPerson();
    const { key } = await read(person);
    await bind(person, await testbed.shownBy(key));
    const wrong = async () => prove(person, await testbed.shownBy(key, 40));
    for (let round = 0; round < 4; round++) {
      await testbed.setClock(`${round * 20} minutes`);
      for (let n = 0; n < 5; n++) await expect(wrong()).rejects.toThrow('google_code_wrong');
    }
    await testbed.setClock('80 minutes');
    await expect(wrong()).rejects.toThrow('too_many_requests');
    await expect(prove(person, await testbed.shownBy(key, 1))).rejects.toThrow('too_many_requests');
    const { rows } = await testbed.root.query(
      `select from notice where user_id = $1 and kind = 'authenticator_locked'`,
      [person.caller.userId],
    );
    expect(rows).toHaveLength(1);
    expect((await testbed.lastMessage(person.account))?.body).toContain('locked for 24 hours');
    await testbed.setClock('25 hours');
    await prove(person, await testbed.shownBy(key, 1));
    await testbed.setClock('0');
  });

  it('given many right codes in between, then they do not count', async () => {
    const person = await testbed.newPerson();
    const { key } = await read(person);
    await bind(person, await testbed.shownBy(key));
    for (let n = 1; n <= 25; n++) {
      await testbed.setClock(`${n * 30} seconds`);
      await take(person, await prove(person, await testbed.shownBy(key)));
    }
    await testbed.setClock('0');
  });

  it('given other sessions, when one binds, then the others end', async () => {
    const person = await testbed.newPerson();
    await testbed.openSession(person.caller.userId);
    const { key } = await read(person);
    await bind(person, await testbed.shownBy(key));
    const { rows } = await testbed.root.query(`select id from session where user_id = $1 and ended_at is null`, [
      person.caller.userId,
    ]);
    expect(rows).toEqual([{ id: String(person.caller.sessionId) }]);
  });

  it('given the right code, when five bind at once, then one does, withdrawals are held, and the key is hidden', async () => {
    const person = await testbed.newPerson();
    const { key } = await read(person);
    await expect(bind(person, wrongCode(await testbed.shownBy(key)))).rejects.toThrow('google_code_wrong');
    const google_code = await testbed.shownBy(key);
    const challenges = await Promise.all(times(5, () => testbed.provenChallenge(person, bindRoute, {})));
    const outcomes = await tally(
      challenges.map((challenge) =>
        bindAuthenticator(testbed.deps, person.caller, { input: { google_code, challenge }, lang: 'en' }),
      ),
    );
    expect(outcomes.ok).toBe(1);
    expect(await read(person)).toMatchObject({ key: '', uri: '', bound_at: expect.any(Number) });
    expect((await security(person)).withdrawals_held_until).toBeGreaterThan(Date.now());
    expect((await testbed.lastMessage(person.account))?.body).toContain('An authenticator app was linked');
    await expect(bind(person, await testbed.shownBy(key, 1))).rejects.toThrow('authenticator_bound');
    await expect(prove(person, google_code)).rejects.toThrow('google_code_wrong');
  });

  it('given no key was requested, when a code binds, then the code is wrong', async () => {
    const person = await testbed.newPerson();
    await expect(bind(person, '123456')).rejects.toThrow('google_code_wrong');
  });

  it('given one step before or after, then it works; two away it fails; and an earlier one never works again', async () => {
    const person = await testbed.newPerson();
    const key = await testbed.bindApp(person);
    for (const steps of [-2, 2])
      await expect(prove(person, await testbed.shownBy(key, steps))).rejects.toThrow('google_code_wrong');
    await take(person, await prove(person, await testbed.shownBy(key, -1)));
    const early = await prove(person, await testbed.shownBy(key));
    await take(person, await prove(person, await testbed.shownBy(key, 1)));
    await expect(take(person, early)).rejects.toThrow('google_code_wrong');
    await expect(prove(person, await testbed.shownBy(key))).rejects.toThrow('google_code_wrong');
  });

  it('given 40 wrong codes at once, then five are evaluated and the right one is refused', async () => {
    const person = await testbed.newPerson();
    const key = await testbed.bindApp(person);
    const wrong = wrongCode(await testbed.shownBy(key));
    expect(await tally(times(40, () => prove(person, wrong)))).toEqual({ google_code_wrong: 5, too_many_requests: 35 });
    await expect(prove(person, await testbed.shownBy(key))).rejects.toThrow('too_many_requests');
    await testbed.setClock('15 minutes');
    await prove(person, await testbed.shownBy(key));
  });

  it('given one is bound, when an action arrives with only a mailed code, then it is refused', async () => {
    const person = await testbed.newPerson();
    const key = await testbed.bindApp(person);
    const code = await testbed.sentCode(person.account, 'phrase');
    const set = (input: { code?: string; google_code?: string }) =>
      setPhrase(testbed.deps, person.caller, { input: { phrase: 'blue heron', ...input }, lang: 'en' });
    await expect(set({ code })).rejects.toThrow('step_up_required');
    await set({ code, google_code: await testbed.shownBy(key) });
  });
});

describe('the safety phrase', () => {
  it('given it is set, changed and removed, then each mail contains the previous one', async () => {
    const person = await testbed.newPerson();
    const change = async (phrase: string) => {
      const code = await testbed.sentCode(person.account, 'phrase');
      await setPhrase(testbed.deps, person.caller, { input: { phrase, code }, lang: 'en' });
      return (await testbed.lastMessage(person.account))?.body ?? '';
    };
    expect(await change(' blue heron ')).not.toContain('Your safety phrase:');
    expect(await security(person)).toMatchObject({ phrase: 'blue heron' });
    expect(await change('red heron')).toContain('Your safety phrase: blue heron');
    expect(await change('')).toContain('Your safety phrase: red heron');
    expect(await security(person)).toMatchObject({ phrase: '' });
  });
});

describe('the sweep', () => {
  it('given challenges that ended a day ago, when the worker sweeps, then they are deleted', async () => {
    const person = await testbed.newPerson();
    await testbed.proveByMail(person, '/plus/phrase', { phrase: 'x' });
    await testbed.setClock('2 days');
    await sweepAuth(testbed.as('worker').db);
    const { rows } = await testbed.root.query(`select count(*)::int as n from step_up`);
    expect(rows).toEqual([{ n: 0 }]);
  });

  it.each(['sealed from authenticator', 'public_key from passkey', 'digest from step_up'])(
    'given the worker role, when it reads %s, then the database refuses',
    async (what) => {
      await expect((await testbed.bare('worker')).query(`select ${what}`)).rejects.toThrow('permission denied');
    },
  );
});
