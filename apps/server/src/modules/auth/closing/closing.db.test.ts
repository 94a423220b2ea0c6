import { authSettings } from '@app/domain/auth';
import { hold, userAccount } from '@app/domain/ledger';
import { type Amount, formatDecimal } from '@app/money';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type AuthTestbed, openAuthTestbed, PASSWORD, times } from '../../../../test/auth-testbed.ts';
import { newKey } from '../../../../test/new-key.ts';
import { OPEN_ORDERS, PERSONAL_TABLES } from '../../../../test/personal-data.ts';
import { amount } from '../../../../test/testbed.ts';
import { transactOn } from '../../../platform/db/transact.ts';
import { claimWriter } from '../../../platform/db/writer.ts';
import type { Caller } from '../../../platform/http/caller.ts';
import { audit, createLedger } from '../../ledger/index.ts';
import { createSettings } from '../../reference/index.ts';
import { explainDemoMoney } from '../demo/explain-demo-money.ts';
import { openDemoAccount } from '../demo/open-demo-account.ts';
import { resetDemoAccount } from '../demo/reset-demo-account.ts';
import { freeze } from '../freeze/freeze.ts';
import { type CloserDeps, closeAccounts } from './close-accounts.ts';
import { type ClosingDeps, cancelClosing, readClosing, requestClosing } from './request-closing.ts';

let testbed: AuthTestbed;
let deps: ClosingDeps;
let worker: CloserDeps;
const RATES: Readonly<Record<string, bigint>> = { USDT: 1n, BTC: 50_000n };

beforeAll(async () => {
  testbed = await openAuthTestbed();
  const valueInUsdt = (currency: string, of: Amount) => {
    const rate = RATES[currency];
    return rate === undefined ? undefined : ((of * rate) as Amount);
  };
  deps = { ...testbed.deps, demoClosers: [], openOrders: OPEN_ORDERS, valueInUsdt };
  const { db } = testbed.as('worker');
  const nextId = await claimWriter(db);
  const parts = { openOrders: OPEN_ORDERS, tables: PERSONAL_TABLES };
  worker = { db, nextId, ledger: createLedger(nextId), settings: createSettings(db), ...parts };
});
beforeEach(() => testbed.setClock('0'));

type Person = { readonly id: bigint; readonly account: string; readonly caller: Caller };

async function newPerson(): Promise<Person> {
  const { id, account } = await testbed.newUser();
  return { id, account, caller: await testbed.openSession(id) };
}

async function request({ account, caller }: Person, password = PASSWORD) {
  const code = await testbed.sentCode(account, 'close');
  return await requestClosing(deps, caller, { input: { password, code }, lang: 'en', ip: testbed.newIp() });
}

const AFTER_THE_WAIT = `${authSettings.closingDays.initial} days 1 minute`;
async function closeAfterTheWait() {
  await testbed.setClock(AFTER_THE_WAIT);
  await closeAccounts(worker);
}

const rowOf = async (id: bigint) =>
  (await testbed.root.query(`select * from user_account where id = $1`, [id])).rows[0];
const noticesOf = async (id: bigint) =>
  (await testbed.root.query(`select kind from notice where user_id = $1 order by id`, [id])).rows.map(
    ({ kind }) => kind,
  );
const isClosed = async (id: bigint) => (await rowOf(id)).closed_at !== null;

describe('conditions of a closing', () => {
  it('given money above the dust, frozen money or a coin without a price, when asked, then it is refused by name', async () => {
    const rich = await newPerson();
    await testbed.fund(rich.id, 'wallet', 'USDT', '0.6');
    await testbed.fund(rich.id, 'exchange', 'BTC', '0.00001');
    await expect(request(rich)).rejects.toThrow('account_not_empty');
    expect(await readClosing(deps, rich.caller)).toMatchObject({ closing_at: null, ready: false, days: 14 });
    const unpriced = await newPerson();
    await testbed.fund(unpriced.id, 'wallet', 'XRP', '0.00000001');
    await expect(request(unpriced)).rejects.toThrow('account_not_empty');
    const holding = await newPerson();
    await testbed.fund(holding.id, 'exchange', 'USDT', '0.5');
    await holdAsEngine(holding.id, '0.5');
    await expect(request(holding)).rejects.toThrow('account_not_empty');
  });

  it('given an open order, when asked, then it is refused, and shown by product and mode', async () => {
    const trader = await newPerson();
    await testbed.root.query(
      `insert into spot_order (id, user_id, book, market, side, kind, force, price, quantity, maker_rate, taker_rate, filled,
                               cost, exact_fee, fee, held, status, key, at)
       values ($1, $2, 'real', 1, 'buy', 'limit', 'gtc', 1, 1, 0, 0, 0, 0, 0, 0, 0, 'open', $3, app_now())`,
      [testbed.nextId(), trader.id, newKey()],
    );
    await expect(request(trader)).rejects.toThrow('orders_open');
    const { open, ready } = await readClosing(deps, trader.caller);
    expect([open, ready]).toEqual([[{ product: 'spot', book: 'real', count: 1 }], false]);
  });

  it('given a wrong password, when asked, then it is refused, the code stays valid, and nothing begins', async () => {
    const person = await newPerson();
    await expect(request(person, 'not the password')).rejects.toThrow('password_wrong');
    expect((await rowOf(person.id)).closing_due_at).toBeNull();
    expect((await request(person)).closing_at).not.toBeNull();
  });
});

/** Freezes money of an exchange account, as an order would. */
const holdAsEngine = (id: bigint, text: string) =>
  transactOn(testbed.as('engine').db)(async (tx) => {
    const entries = hold(amount(text), userAccount(id, 'exchange', 'USDT'));
    await testbed.ledger.post(tx, [{ kind: 'spot.hold', ref: String(testbed.nextId()), mode: 'real', entries }]);
  });

const resetDemo = (userId: bigint) =>
  resetDemoAccount(deps, { key: newKey(), userId, route: '/user/reset_account', body: '[]' });

describe('the waiting time', () => {
  it('given a request, when it is made twice, then one time runs, other sessions end and the owner is told once', async () => {
    const person = await newPerson();
    await testbed.openSession(person.id);
    const first = await request(person);
    await testbed.setClock('1 day');
    expect((await request(person)).closing_at).toBe(first.closing_at);
    expect(await testbed.countSessions(person.id)).toBe(1);
    expect(await noticesOf(person.id)).toEqual(['closing']);
    expect((await testbed.lastMessage(person.account))?.body).toContain('code'); // The second request's own code.
  });

  it('given ten requests at once, when they end, then one waiting time runs and one notice is written', async () => {
    const person = await newPerson();
    const code = await testbed.sentCode(person.account, 'close');
    const ask = () =>
      requestClosing(deps, person.caller, { input: { password: PASSWORD, code }, lang: 'en', ip: '::1' });
    const answers = await Promise.allSettled(times(10, ask));
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1); // One code proves one request.
    expect(await noticesOf(person.id)).toEqual(['closing']);
  });

  it.each<[string, (person: Person) => Promise<unknown>, readonly string[]]>([
    ['a login', ({ account }) => testbed.signIn(account), ['closing', 'closing_cancelled']],
    ['the owner', ({ caller }) => cancelClosing(deps, caller, 'en'), ['closing', 'closing_cancelled']],
    ['new demo money', ({ id }) => resetDemo(id), ['closing', 'demo_opened']],
    ['a freeze', ({ caller }) => freeze(deps, caller, 'en'), ['closing', 'frozen']],
  ])('given a request, when %s cancels it, then nothing is closed after the time', async (_, cancel, notices) => {
    const person = await newPerson();
    await request(person);
    await cancel(person);
    expect((await rowOf(person.id)).closing_due_at).toBeNull();
    await closeAfterTheWait();
    expect(await isClosed(person.id)).toBe(false);
    expect((await noticesOf(person.id)).filter((kind) => kind !== 'new_device')).toEqual(notices);
  });

  it('given a wrong password, when somebody tries to log in, then the closing continues', async () => {
    const person = await newPerson();
    await request(person);
    await expect(testbed.signIn(person.account, { password: 'not the password' })).rejects.toThrow('login_failed');
    expect((await rowOf(person.id)).closing_due_at).not.toBeNull();
  });

  it('given money that came in meanwhile, when the time is over, then the account stays and its owner is told', async () => {
    const person = await newPerson();
    await request(person);
    await testbed.fund(person.id, 'wallet', 'USDT', '0.1'); // Less than the dust, but never agreed to.
    await closeAfterTheWait();
    expect(await isClosed(person.id)).toBe(false);
    expect(await noticesOf(person.id)).toEqual(['closing', 'closing_failed']);
    expect((await testbed.lastMessage(person.account))?.body).toContain('was not closed');
    await testbed.setClock('0');
    await testbed.signIn(person.account);
  });
});

describe('closing', () => {
  it('given the time is over, when the worker runs twice, then the user is erased and what must be kept is kept', async () => {
    const person = await newPerson();
    await testbed.fund(person.id, 'wallet', 'USDT', '0.4');
    await openDemoAccount(deps, { key: newKey(), userId: person.id, route: '/user/demo_account', body: '[]' });
    await addPersonalRows(person.id);
    await testbed.root.query(
      `insert into favourite (user_id, market, place) select $1, id, 1 from market order by id limit 1`,
      [person.id],
    );
    await request(person);
    await closeAfterTheWait();
    const row = await rowOf(person.id);
    expect(row).toMatchObject({
      email: null,
      mobile: null,
      nickname: 'closed',
      signature: '',
      phrase: null,
      lang: null,
    });
    expect(row.closing_email).toMatch(/^test:[\w-]{43}$/);
    expect(row.kept_until.getUTCFullYear() - row.closed_at.getUTCFullYear()).toBe(5);
    for (const table of ['favourite', 'passkey', 'device', 'notice', 'step_up', 'freeze_link', 'personal_limit'])
      expect([table, await countRows(table, person.id)]).toEqual([table, 0]);
    expect(await testbed.countSessions(person.id)).toBe(0);
    expect(await testbed.ledger.readOwner(testbed.db, 'real', `user:${person.id}`)).toMatchObject([
      { available: amount('0.4') },
    ]);
    expect(await demoOf(person.id)).toEqual(['0']);
    expect((await testbed.lastMessage(person.account))?.body).toContain('is closed');
    await closeAccounts(worker);
    expect(await rowOf(person.id)).toEqual(row);
    const report = await audit(testbed.as('worker').db, async () => {}, {
      frozen: [],
      external: [explainDemoMoney],
    });
    expect(report?.breaches.filter(({ invariant }) => invariant !== 'A16')).toEqual([]); // Other tests hold money without an order.
  });

  it('given a closed account, when it is logged in to, then the answer is that of an unknown one, and the address is free', async () => {
    const person = await newPerson();
    await request(person);
    await closeAfterTheWait();
    const failure = (account: string) => testbed.signIn(account).catch((error: Error) => error.message);
    expect(await failure(person.account)).toBe(await failure(testbed.newAccount()));
    const code = await testbed.sentCode(person.account, 'register');
    const { user_id } = await testbed.enrol(person.account, code);
    expect(user_id).not.toBe(person.id);
    await testbed.signIn(person.account);
  });

  it('given what was kept, when its years are over, then the hashes and the country are erased as well', async () => {
    const person = await newPerson();
    await request(person);
    await closeAfterTheWait();
    await testbed.setClock('5 years 20 days');
    await closeAccounts(worker);
    expect(await rowOf(person.id)).toMatchObject({ closing_email: null, country: null, kept_until: null });
  });

  it('given an order on what was given up, when the worker closes, then the account stays open', async () => {
    const person = await newPerson();
    await testbed.fund(person.id, 'exchange', 'USDT', '0.5');
    await request(person);
    await holdAsEngine(person.id, '0.5');
    await closeAfterTheWait();
    expect(await isClosed(person.id)).toBe(false);
    expect(await noticesOf(person.id)).toContain('closing_failed');
  });

  it('given ten accounts, when their owners log in while two workers close, then each is closed or has a session', async () => {
    const people: Person[] = [];
    for (let count = 0; count < 10; count++) people.push(await newPerson());
    for (const person of people) await request(person);
    await testbed.setClock(AFTER_THE_WAIT);
    const logins = people.map(({ account }) =>
      testbed.signIn(account).then(
        () => true,
        () => false,
      ),
    );
    const [, , ...loggedIn] = await Promise.all([closeAccounts(worker), closeAccounts(worker), ...logins]);
    for (const [index, { id }] of people.entries()) {
      const closed = await isClosed(id);
      expect([closed, loggedIn[index]]).toEqual([closed, !closed]);
      expect((await testbed.countSessions(id)) > 0).toBe(!closed);
    }
  });
});

/** Gives a user a row in tables that a closing empties. */
async function addPersonalRows(id: bigint): Promise<void> {
  const query = (statement: string) => testbed.root.query(statement, [testbed.nextId(), id]);
  await query(`insert into device (id, user_id, key_hash, user_agent) values ($1, $2, sha256('key'), 'Phone')`);
  await query(`insert into passkey (id, user_id, credential_id, public_key, counter, transports, name, is_synced)
               values ($1, $2, 'credential', 'key', 0, '{}', 'Phone', false)`);
  await testbed.root.query(`insert into personal_limit (user_id, kind, amount) values ($1, 'daily_loss', 5)`, [id]);
}

const demoOf = async (id: bigint) =>
  (await testbed.ledger.readOwner(testbed.db, 'demo', `user:${id}`)).map(({ available }) => formatDecimal(available));
const countRows = async (table: string, id: bigint) =>
  (await testbed.root.query(`select count(*)::int as n from ${table} where user_id = $1`, [id])).rows[0].n;
