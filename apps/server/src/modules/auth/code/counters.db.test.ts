import { authSettings } from '@app/domain/auth';
import { bindMobile as bindRoute } from '@app/protocol/auth';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { tally, times, wrongCode } from '../../../../test/auth-testbed.ts';
import { type FactorTestbed, openFactorTestbed, type Person } from '../../../../test/factor-testbed.ts';
import type { Settings } from '../../reference/index.ts';
import { bindMobile } from '../account/bind-mobile.ts';
import { setPhrase } from '../factor/set-phrase.ts';
import type { BoundTo } from '../secrets.ts';
import { proveStepUp } from '../step-up/prove-step-up.ts';
import { codeOf, sendStepUpCode } from '../step-up/send-step-up-code.ts';
import { startStepUp } from '../step-up/start-step-up.ts';
import { insertCode } from './code.store.ts';
import { type Attempt, countAttempt, uncountAttempt } from './count-attempt.ts';
import { issueCode } from './issue-code.ts';
import { sendCode } from './send-code.ts';

let testbed: FactorTestbed;

beforeAll(async () => {
  testbed = await openFactorTestbed();
});
beforeEach(() => testbed.setClock('0'));

const requestCode = (to: string, ip = testbed.newIp()) =>
  sendCode(testbed.deps, { to, channel: to.includes('@') ? 'email' : 'mobile', purpose: 'forget', ip, lang: 'en' });

describe('an address over its limit', () => {
  const countersOf = async (account: string) =>
    (await testbed.root.query(`select key, count from attempt where key like '%' || $1 order by key`, [account])).rows;
  const fill = (action: string, ip: string) =>
    testbed.root.query(`insert into attempt values ($1, app_now(), app_now() + interval '1 hour', 1000)`, [
      `${action}:address:${ip}`,
    ]);

  it('given a full counter, when it names a victim or invented accounts, then their counters are unchanged', async () => {
    const ip = testbed.newIp();
    const { account } = await testbed.newUser();
    await expect(testbed.signIn(account, { password: 'wrong one' })).rejects.toThrow('login_failed');
    for (const action of ['login', 'code']) await fill(action, ip);
    const before = await countersOf(account);
    const rows = await countersOf('');
    expect(before).toEqual([{ key: `login:account:${account}`, count: 1 }]);
    const calls = [
      ...times(10, () => testbed.signIn(account, { password: 'wrong one', ip })),
      ...times(5, () => requestCode(account, ip)),
      ...times(5, () => testbed.signIn(testbed.newAccount(), { password: 'wrong one', ip })),
      ...times(5, () => requestCode(testbed.newAccount(), ip)),
    ];
    expect(await tally(calls)).toEqual({ too_many_requests: 25 });
    expect(await countersOf(account)).toEqual(before);
    expect(await countersOf('')).toHaveLength(rows.length);
  });

  it('given concurrent counts and uncounts, when they share addresses and accounts, then no deadlock occurs', async () => {
    // Without the usual retry after a deadlock.
    const transact: typeof testbed.transact = (work) =>
      testbed.db
        .transaction()
        .setIsolationLevel('read committed')
        .execute((tx) => work(tx));
    const value = { count: 1_000_000, seconds: 3_600 };
    const read: Settings['read'] = async (_limit) => ({ value: value as typeof _limit.initial, version: 1 });
    const attempts = times(
      120,
      (turn): Attempt => ({ action: 'login', account: `a${turn % 2}`, ip: `10.9.9.${turn % 3}` }),
    );
    const run = async (attempt: Attempt) => {
      await countAttempt({ transact, settings: { read } }, attempt, authSettings.loginLimits);
      await transact((tx) => uncountAttempt(tx, attempt));
    };
    expect(await tally(attempts.map(run))).toEqual({ ok: 120 });
    const counts = await testbed.root.query(`select count from attempt where key like 'login:account:a_'`);
    expect(counts.rows).toEqual([{ count: 0 }, { count: 0 }]);
  });
});

describe('code guesses by a signed-in user', () => {
  const phrase = 'blue heron';

  /** Issues a fresh code, so that only the guesser's limit applies. */
  async function issue(boundTo: BoundTo): Promise<string> {
    const { row, shown } = await issueCode(testbed.deps, boundTo);
    await testbed.transact((tx) => insertCode(tx, row));
    return shown.text;
  }

  async function byChallenge({ caller }: Person, isRight = false) {
    const { challenge } = await startStepUp(testbed.deps, caller, { path: '/plus/phrase', fields: `{"phrase":"x"}` });
    const code = await issue(codeOf({ id: challenge }));
    return await proveStepUp(testbed.deps, caller, { challenge, code: isRight ? code : wrongCode(code) });
  }
  async function inTheCall({ caller, account }: Person) {
    const code = wrongCode(await issue({ account, purpose: 'phrase' }));
    return await setPhrase(testbed.deps, caller, { input: { phrase, code }, lang: 'en' });
  }
  async function byPhone(person: Person) {
    const mobile = testbed.newNumber();
    const code = wrongCode(await issue({ account: mobile, purpose: 'mobile' }));
    const challenge = await testbed.provenChallenge(person, bindRoute, { mobile, code });
    return await bindMobile(testbed.deps, person.caller, { input: { mobile, code, challenge }, lang: 'en' });
  }
  const WAYS = [byChallenge, inTheCall, byPhone];

  async function guess(person: Person, count: number): Promise<Record<string, number>> {
    const outcomes: Promise<unknown>[] = [];
    for (let index = 0; index < count; index++) {
      const outcome = (WAYS[index % WAYS.length] ?? byChallenge)(person);
      outcomes.push(outcome);
      await outcome.catch(() => {}); // Sequential: each has its own fresh code.
    }
    return await tally(outcomes);
  }

  it('given every route and new codes, when a day passes, then 20 an hour and 50 in all were compared', async () => {
    const person = await testbed.newPerson();
    const compared = [];
    for (const ahead of ['0', '61 minutes', '2 hours 2 minutes', '4 hours', '12 hours', '23 hours 50 minutes']) {
      await testbed.setClock(ahead);
      const { code_wrong: wrong = 0, too_many_requests: refused = 0 } = await guess(person, 24);
      expect(wrong + refused).toBe(24);
      compared.push(wrong);
    }
    expect(compared).toEqual([20, 20, 10, 0, 0, 0]);
    const params = { seconds: expect.stringMatching(/^\d+$/) };
    await expect(byChallenge(person, true)).rejects.toMatchObject({ message: 'too_many_requests', params });
    await testbed.setClock('24 hours 1 minute');
    expect(await byChallenge(person, true)).toMatchObject({ proven: ['code'] });
  });

  it('given 60 at once, when they end, then 20 were compared; another user’s guesses count separately', async () => {
    const person = await testbed.newPerson();
    const outcomes = await tally(times(60, () => byChallenge(person)));
    expect(outcomes).toEqual({ code_wrong: 20, too_many_requests: 40 });
    expect(await byChallenge(await testbed.newPerson(), true)).toMatchObject({ proven: ['code'] });
  });

  it('given right codes in between, when they end, then they did not count', async () => {
    const person = await testbed.newPerson();
    await guess(person, 19);
    for (let index = 0; index < 5; index++) await byChallenge(person, true);
    expect(await guess(person, 3)).toEqual({ code_wrong: 1, too_many_requests: 2 });
  });
});

describe('codes sent to one recipient', () => {
  /** Requests five codes every eleven minutes, as the short window allows. */
  async function requestAllDay(to: string, request: (to: string) => Promise<unknown> = requestCode) {
    const outcomes: Promise<unknown>[] = [];
    for (let index = 0; index < 50; index++) {
      if (index % 5 === 0) await testbed.setClock(`${(index / 5) * 11} minutes`);
      const outcome = request(to);
      outcomes.push(outcome);
      await outcome.catch(() => {});
    }
    return await tally(outcomes);
  }

  it('given a mailbox with or without an account, when codes are requested all day, then forty are sent', async () => {
    const forty = { ok: 40, too_many_requests: 10 };
    expect(await requestAllDay((await testbed.newUser()).account)).toEqual(forty);
    expect(await requestAllDay(testbed.newAccount())).toEqual(forty);
  });

  it('given a phone with or without an account, when codes are requested all day, then twenty are sent', async () => {
    const twenty = { ok: 20, too_many_requests: 30 };
    expect(await requestAllDay((await testbed.newUser({ mobile: testbed.newNumber() })).account)).toEqual(twenty);
    expect(await requestAllDay(testbed.newNumber())).toEqual(twenty);
  });

  it('given a visitor and the owner alternate, when the daily limit is used up, then it applies to both', async () => {
    const { account, caller } = await testbed.newPerson();
    let turn = 0;
    const requestInTurn = async (to: string) => {
      turn += 1;
      if (turn % 2 === 0) return await requestCode(to);
      const { challenge } = await startStepUp(testbed.deps, caller, { path: '/plus/phrase', fields: `{"phrase":"x"}` });
      return await sendStepUpCode(testbed.deps, caller, {
        challenge,
        channel: 'email',
        ip: testbed.newIp(),
        lang: 'en',
      });
    };
    expect(await requestAllDay(account, requestInTurn)).toEqual({ ok: 40, too_many_requests: 10 });
    const { rows } = await testbed.root.query(`select from message_job where recipient = $1`, [account]);
    expect(rows).toHaveLength(40);
  });
});
