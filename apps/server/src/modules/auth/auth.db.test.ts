import { userAccount } from '@app/domain/ledger';
import { formatDecimal } from '@app/money';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { openWorld, silent, type World } from '../../../test/world.ts';
import { openBus } from '../../platform/bus.ts';
import { openCache } from '../../platform/cache.ts';
import type { Caller, FindCaller } from '../../platform/serve.ts';
import { createSettings, type Settings } from '../reference/index.ts';
import type { AuthDeps } from './auth-deps.ts';
import { changeAccount } from './change-account.ts';
import { createFindCaller } from './find-caller.ts';
import { login } from './login.ts';
import { logout } from './logout.ts';
import type { Purpose } from './mails.ts';
import { openDemoAccount } from './open-demo-account.ts';
import { register } from './register.ts';
import { sendCode } from './send-code.ts';
import { sweepAuth } from './sweep.ts';

const PASSWORD = 'correct horse';
let world: World;
let root: pg.Client;
let deps: AuthDeps;
let findCaller: FindCaller;
let ip: string;
let people = 0;

beforeAll(async () => {
  world = await openWorld('app');
  root = await world.bare('postgres');
  const { nats, redis } = inject('services');
  const bus = openBus(nats, 'auth-test', silent);
  await bus.opened();
  const cache = openCache(redis, silent);
  afterAll(async () => {
    await bus.close();
    cache.disconnect();
  });
  deps = { ...world, bus, cache, log: silent, settings: createSettings(world.db) };
  findCaller = createFindCaller(deps, { keepsAwake: true });
});
beforeEach(async () => {
  ip = `10.0.0.${++people}`;
  await setClock('0');
});

/** Business time moves as a whole, in this file's own database. */
const setClock = (ahead: string) =>
  root.query(`create or replace function app_now() returns timestamptz language sql volatile as
    $$ select clock_timestamp() + interval '${ahead}' $$`);
const newAccount = () => `person${++people}@example.com`;
const wrongCode = (code: string) => (code === '000000' ? '000001' : '000000');

/** The code in the queue, read as only the worker may. */
async function mailedCode(account: string, purpose: Purpose = 'register'): Promise<string> {
  await sendCode(deps, { to: account, purpose, ip, lang: 'en' });
  const { rows } = await root.query(`select body from mail_job where recipient = $1 order by id desc limit 1`, [
    account,
  ]);
  return /\b\d{6}\b/.exec(rows[0].body)?.[0] ?? 'none';
}

const enrol = (account: string, code: string, more: Partial<Parameters<typeof register>[1]> = {}, by = deps) =>
  register(by, {
    ...{ account, channel: 'email', code, password: PASSWORD, again: PASSWORD, hasAgreed: true, ip },
    ...{ inviteCode: undefined, country: 'DE', ...more },
  });
const signIn = (account: string, password = PASSWORD, by = deps) =>
  login(by, { account, channel: 'email', password, ip, userAgent: 'test' });

async function newUser(): Promise<{ account: string; id: bigint }> {
  const account = newAccount();
  const { user_id } = await enrol(account, await mailedCode(account));
  return { account, id: user_id };
}

/** The same module under one other ⚙ value. */
const withSetting = (key: string, value: unknown): AuthDeps => {
  const read: Settings['read'] = async (it) =>
    it.key === key ? { value: value as typeof it.initial, version: 1 } : await deps.settings.read(it);
  return { ...deps, settings: { read } };
};

const mustFind = async (token: string) => (await findCaller(token)) as Caller;

/** How many ended in each way: `ok`, or the refusal's code. */
async function tally(calls: readonly Promise<unknown>[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const outcome of await Promise.allSettled(calls)) {
    const name = outcome.status === 'fulfilled' ? 'ok' : String(outcome.reason.message);
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}
const times = <Value>(count: number, make: (index: number) => Value) =>
  Array.from({ length: count }, (_, i) => make(i));

describe('a one-time code', () => {
  it('given five wrong tries, when the right one comes, then it is refused', async () => {
    const account = newAccount();
    const code = await mailedCode(account);
    for (let tries = 1; tries <= 5; tries++)
      await expect(enrol(account, wrongCode(code))).rejects.toThrow('code_wrong');
    await expect(enrol(account, code)).rejects.toThrow('code_expired');
  });

  it('given 60 guesses at once over 20 connections, when they end, then five were compared', async () => {
    const account = newAccount();
    const code = await mailedCode(account);
    const lax = withSetting('auth.registrations_per_account', { count: 999, seconds: 60 });
    const guess = () => enrol(account, wrongCode(code), {}, lax);
    expect(await tally(times(60, guess))).toEqual({ code_wrong: 5, code_expired: 55 });
  });

  it('given ten minutes have passed, when it is used, then it has expired', async () => {
    const account = newAccount();
    const code = await mailedCode(account);
    await setClock('10 minutes');
    await expect(enrol(account, code)).rejects.toThrow('code_expired');
  });

  it('given another purpose or another account, when it is used there, then it is wrong', async () => {
    const { account } = await newUser();
    const [other, forget] = [newAccount(), await mailedCode(account, 'forget')];
    await expect(enrol(other, forget)).rejects.toThrow('code_wrong');
    const code = await mailedCode(other);
    await sendCode(deps, { to: newAccount(), purpose: 'register', ip, lang: 'en' });
    await expect(enrol(`person${people}@example.com`, code)).rejects.toThrow('code_wrong');
    const { rows } = await root.query(`select * from one_time_code where account = $1`, [other]);
    expect(JSON.stringify(rows)).not.toContain(code);
  });

  it('given 20 registrations with one code at once, when they end, then there is one user', async () => {
    const account = newAccount();
    const code = await mailedCode(account);
    const outcomes = await tally(times(20, () => enrol(account, code)));
    expect(outcomes.ok).toBe(1);
    const { rows } = await root.query(`select count(*)::int as users from user_account where email = $1`, [account]);
    expect(rows[0].users).toBe(1);
  });

  it('given a known and an unknown account, when codes are asked for, then answers and traces are equal', async () => {
    const { account: known } = await newUser();
    const unknown = newAccount();
    for (const purpose of ['register', 'forget', 'withdraw'] as const) {
      const before = await traces();
      const answers = [
        await sendCode(deps, { to: known, purpose, ip, lang: 'en' }),
        await sendCode(deps, { to: unknown, purpose, ip, lang: 'en' }),
      ];
      expect(answers[0]).toEqual(answers[1]);
      expect(await traces()).toEqual({ codes: before.codes + 2, mails: before.mails + 2 });
    }
  });
  const traces = async () =>
    (
      await root.query(
        `select (select count(*)::int from one_time_code) as codes, (select count(*)::int from mail_job) as mails`,
      )
    ).rows[0];

  it('given five codes in ten minutes, when a sixth is asked for, then the caller is told to wait', async () => {
    const account = newAccount();
    const asked = await tally(times(12, () => sendCode(deps, { to: account, purpose: 'register', ip, lang: 'en' })));
    expect(asked).toEqual({ ok: 5, too_many_requests: 7 });
    await expect(mailedCode(account.toUpperCase())).rejects.toMatchObject({
      params: { seconds: expect.stringMatching(/^\d+$/) },
    });
    await setClock('11 minutes');
    expect(await mailedCode(account)).toMatch(/^\d{6}$/);
  });
});

describe('registration', () => {
  it('given an invite code, when a friend registers, then both the friend and the tick are recorded', async () => {
    const inviter = await newUser();
    const { user } = await signIn(inviter.account);
    const account = newAccount();
    const { user_id } = await enrol(account, await mailedCode(account), { inviteCode: user.invite_code.toLowerCase() });
    const { rows } = await root.query(
      `select invited_by, risk_text_version, risk_acknowledged_at, country, password_hash
      from user_account where id = $1`,
      [user_id],
    );
    expect(rows[0]).toMatchObject({ invited_by: String(inviter.id), risk_text_version: 1, country: 'DE' });
    expect(rows[0].password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  it('given something missing, when it is refused, then no try of the code was spent', async () => {
    const account = newAccount();
    const code = await mailedCode(account);
    await expect(enrol(account, code, { hasAgreed: false })).rejects.toThrow('risk_not_acknowledged');
    await expect(enrol(account, code, { again: 'other' })).rejects.toThrow('passwords_differ');
    await expect(enrol(account, code, { password: '123456', again: '123456' })).rejects.toThrow('password_too_weak');
    await expect(enrol(account, code, { inviteCode: 'NOBODY' })).rejects.toThrow('parameter_error');
    const { rows } = await root.query(`select tries from one_time_code where account = $1`, [account]);
    expect(rows).toEqual([{ tries: 0 }]);
    await enrol(account, code);
  });
});

describe('login', () => {
  it('given a wrong password or an unknown account, when somebody logs in, then both fail alike', async () => {
    const { account } = await newUser();
    await expect(signIn(account, 'wrong one')).rejects.toThrow('login_failed');
    await expect(signIn(newAccount(), 'wrong one')).rejects.toThrow('login_failed');
    expect((await signIn(account.toUpperCase())).user).toMatchObject({ account, book: 'real' });
  });

  it('given 60 wrong ones at once, when they end, then ten were evaluated and the right one waits too', async () => {
    const { account } = await newUser();
    expect(await tally(times(60, () => signIn(account, 'wrong one')))).toEqual({
      login_failed: 10,
      too_many_requests: 50,
    });
    await expect(signIn(account)).rejects.toThrow('too_many_requests');
    await setClock('16 minutes');
    await signIn(account);
  });

  it('given one address, when it tries many accounts, then its hundredth failure is the last', async () => {
    const outcomes = await tally(times(130, () => signIn(newAccount(), 'wrong one')));
    expect(outcomes).toEqual({ login_failed: 100, too_many_requests: 30 });
  });

  it('given everybody together, when they fail too often, then all wait, and one address alone cannot cause it', async () => {
    const strict = withSetting('auth.login_global', { count: 120, seconds: 60 });
    await root.query(`delete from attempt where key = 'login:global'`);
    const tries = (count: number) => tally(times(count, () => signIn(newAccount(), 'wrong one', strict)));
    expect(await tries(150)).toEqual({ login_failed: 100, too_many_requests: 50 });
    ip = '10.0.1.1';
    expect(await tries(40)).toEqual({ login_failed: 20, too_many_requests: 20 });
  });

  it('given thirty right ones, when they end, then none counted', async () => {
    const { account } = await newUser();
    for (let count = 0; count < 30; count++) await signIn(account);
    const { rows } = await root.query(`select count from attempt where key = $1`, [`login:account:${account}`]);
    expect(rows).toEqual([{ count: 0 }]);
  });
});

describe('a session', () => {
  it('given a token, when the table is read, then it is not in it', async () => {
    const { token } = await signIn((await newUser()).account);
    expect(token).toMatch(/^[\w-]{43}$/);
    const { rows } = await root.query(`select *, encode(token_hash, 'escape') as escaped from session`);
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(await findCaller(`${token.slice(0, -1)}_`)).toBeUndefined();
  });

  it('given it was ended, when the token comes again, then it finds nobody', async () => {
    const { account, id } = await newUser();
    const { token } = await signIn(account);
    const caller = await mustFind(token);
    expect(caller).toMatchObject({ userId: id, book: 'real' });
    await logout(deps, { ...caller, userId: 1n });
    expect(await findCaller(token)).toEqual(caller);
    await logout(deps, caller);
    expect(await findCaller(token)).toBeUndefined();
  });

  it('given it is used daily, when thirty days have passed, then it ends; unused it ends after seven', async () => {
    const { account } = await newUser();
    const [used, unused] = [(await signIn(account)).token, (await signIn(account)).token];
    for (let day = 1; day < 30; day++) {
      await setClock(`${day} days`);
      expect(await findCaller(used)).toBeDefined();
      if (day === 7) expect(await findCaller(unused)).toBeUndefined();
    }
    await setClock('30 days');
    expect(await findCaller(used)).toBeUndefined();
  });

  it('given a change of book, when it happens ten times at once, then one token follows and the old one is dead', async () => {
    const { token } = await signIn((await newUser()).account);
    const caller = await mustFind(token);
    await setClock('20 days');
    const change = () => changeAccount(deps, caller, { book: undefined, ip, userAgent: 'test' });
    const outcomes = await Promise.allSettled(times(10, change));
    const made = outcomes.flatMap((it) => (it.status === 'fulfilled' ? [it.value] : []));
    expect(made).toHaveLength(1);
    expect(await findCaller(token)).toBeUndefined();
    const [next] = made;
    expect(next!.user.book).toBe('demo');
    expect(await mustFind(next!.token)).toMatchObject({ userId: caller.userId, book: 'demo' });
    await setClock('26 days');
    expect(await findCaller(next!.token)).toBeDefined();
    await setClock('30 days 1 minute');
    expect(await findCaller(next!.token)).toBeUndefined();
  });
});

describe('the demo grant', () => {
  const key = () => {
    const hex = Date.now().toString(16).padStart(12, '0');
    return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-${String(++people).padStart(12, '0')}`;
  };
  const open = (userId: bigint, with_ = key()) =>
    openDemoAccount(deps, { key: with_, userId, route: '/user/demo_account', body: '[]' });
  const balance = async (userId: bigint, book: 'demo' | 'real') =>
    (await world.ledger.read(world.db, book, [userAccount(userId, 'wallet', 'USDT')])).map((it) =>
      formatDecimal(it.available),
    );

  it('given ten calls at once with keys of their own, when they end, then it was granted once, in the demo book', async () => {
    const { id } = await newUser();
    const answers = await Promise.all(times(10, () => open(id)));
    expect(answers.filter(({ granted }) => granted)).toHaveLength(1);
    expect(await balance(id, 'demo')).toEqual(['100000']);
    expect(await balance(id, 'real')).toEqual([]);
  });

  it('given the same key again, when it is replayed, then the first answer comes back', async () => {
    const { id } = await newUser();
    const same = key();
    expect(await open(id, same)).toEqual({ granted: true });
    expect(await open(id, same)).toEqual({ granted: true });
    expect(await open(id)).toEqual({ granted: false });
    expect(await balance(id, 'demo')).toEqual(['100000']);
  });
});

describe('the sweep', () => {
  it('given counters and codes that ended a day ago, when the worker sweeps, then they are gone and users are not', async () => {
    await setClock('2 days');
    await sweepAuth(world.as('worker').db);
    const { rows } =
      await root.query(`select (select count(*)::int from attempt) + (select count(*)::int from one_time_code) as rest,
      (select count(*) > 0 from user_account) as "hasUsers"`);
    expect(rows).toEqual([{ rest: 0, hasUsers: true }]);
  });

  it.each([
    'select password_hash from user_account',
    'select token_hash from session',
    'select code_hash from one_time_code',
  ])('given the worker, when it tries: %s, then the database refuses', async (statement) => {
    const worker = await world.bare('worker');
    await expect(worker.query(statement)).rejects.toThrow('permission denied');
  });
});
