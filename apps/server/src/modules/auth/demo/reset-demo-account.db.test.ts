import { demoSource } from '@app/domain/auth';
import { hold, move, release, type TransferKind, type UserKind, userAccount } from '@app/domain/ledger';
import { type Amount, formatDecimal } from '@app/money';
import { fundAccounts } from '@app/testkit';
import type pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { openTestBus } from '../../../../test/bus-testbed.ts';
import { amount, openTestbed, type Testbed } from '../../../../test/testbed.ts';
import { transactOn } from '../../../platform/db/transact.ts';
import { audit } from '../../ledger/index.ts';
import { createSettings } from '../../reference/index.ts';
import { explainDemoMoney } from './explain-demo-money.ts';
import { openDemoAccount } from './open-demo-account.ts';
import { type CloseDemo, resetDemoAccount } from './reset-demo-account.ts';

type Deps = Parameters<typeof resetDemoAccount>[0];

let testbed: Testbed;
let root: pg.Client;
let deps: Deps;
let count = 0;
const pushes: { subject: string; frame: unknown }[] = [];

beforeAll(async () => {
  testbed = await openTestbed('app');
  root = await testbed.bare('postgres');
  const bus = await openTestBus();
  bus.listenSigned('push.>', (frame, subject) => pushes.push({ subject, frame }));
  deps = { ...testbed, bus, settings: createSettings(testbed.db), demoClosers: [] };
});

const times = <Value>(length: number, make: () => Value) => Array.from({ length }, make);
const key = () => {
  const hex = Date.now().toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-${String(++count).padStart(12, '0')}`;
};
const reset = (userId: bigint, with_ = key(), by = deps) =>
  resetDemoAccount(by, { key: with_, userId, route: '/user/reset_account', body: '[]' });

async function newUser(): Promise<bigint> {
  const id = testbed.nextId();
  await root.query(
    `insert into user_account (id, email, password_hash, nickname, invite_code, risk_text_version)
     values ($1, $2, '$argon2id$test', 'Test', $3, 1)`,
    [id, `reset-${++count}@example.com`, `RESET${count}`],
  );
  return id;
}

/** Creates a user with the first grant, real money, and demo money in three places of two currencies. */
async function newTrader(): Promise<bigint> {
  const id = await newUser();
  await openDemoAccount(deps, { key: key(), userId: id, route: '/user/demo_account', body: '[]' });
  await testbed.fund(id, 'wallet', 'USDT', '77');
  await pay(id, 'exchange', 'USDT', '250');
  await pay(id, 'contract', 'BTC', '1.5');
  return id;
}

/** Credits more demo money. */
const pay = (userId: bigint, kind: UserKind, currency: string, text: string) =>
  fundAccounts(testbed.database, 'demo', [{ userId, kind, currency, amount: text }]);

const post = (kind: TransferKind, entries: ReturnType<typeof move>, transact = testbed.transact) =>
  transact((tx) => testbed.ledger.post(tx, [{ kind, ref: String(testbed.nextId()), mode: 'demo', entries }]));
const postAsEngine = (kind: TransferKind, entries: ReturnType<typeof move>) =>
  post(kind, entries, transactOn(testbed.as('engine').db));

const balances = async (userId: bigint, mode: 'demo' | 'real') => {
  const accounts = await testbed.ledger.readOwner(testbed.db, mode, `user:${userId}`);
  return Object.fromEntries(accounts.map((it) => [`${it.kind} ${it.currency}`, formatDecimal(it.available as Amount)]));
};
const AFRESH = { 'wallet USDT': '100000', 'wallet BTC': '0', 'exchange USDT': '0', 'contract BTC': '0' };

const roundOf = async (userId: bigint) =>
  (await root.query(`select demo_round from user_account where id = $1`, [userId])).rows[0].demo_round;
const noticesOf = async (userId: bigint) =>
  (await root.query(`select kind from notice where user_id = $1 order by id`, [userId])).rows.map(({ kind }) => kind);
const countTransfers = async (userId: bigint) => {
  const { rows } = await root.query(
    `select kind, count(*)::int as n from ledger_transfer where ref like $1 group by kind order by kind`,
    [`demo:${userId}:%`],
  );
  return Object.fromEntries(rows.map(({ kind, n }) => [kind, n]));
};
const demoSum = async () =>
  (await root.query(`select sum(available + frozen)::float8 as sum from ledger_account where book = 'demo'`)).rows[0]
    .sum;

describe('resetting the demo account', () => {
  it('given money in three places, when reset, then only the grant remains, real money is unchanged, screens update', async () => {
    const me = await newTrader();
    const other = await newTrader();
    const before = [await balances(me, 'real'), await balances(other, 'demo')];
    expect(await reset(me)).toEqual({ granted: true });
    expect(await balances(me, 'demo')).toEqual(AFRESH);
    expect([await balances(me, 'real'), await balances(other, 'demo')]).toEqual(before);
    expect(await countTransfers(me)).toEqual({ 'demo.grant': 2, 'demo.sweep': 1 });
    await expect.poll(() => pushes.filter(({ subject }) => subject === `push.${me}.demo`)).toHaveLength(1);
    const pushed = pushes.find(({ subject }) => subject === `push.${me}.demo`);
    expect(pushed?.frame).toMatchObject({ channel: 'balances', prev: '0', seq: '1' });
    expect(pushed?.frame).toHaveProperty(
      'data',
      expect.arrayContaining([
        { account: 'wallet', currency: 'USDT', available: '100000', frozen: '0' },
        { account: 'contract', currency: 'BTC', available: '0', frozen: '0' },
      ]),
    );
  });

  it('given a user without demo money, when they reset, then it is their first grant, and opening grants no second', async () => {
    const me = await newUser();
    expect(await reset(me)).toEqual({ granted: true });
    expect(await balances(me, 'demo')).toEqual({ 'wallet USDT': '100000' });
    const opened = await openDemoAccount(deps, { key: key(), userId: me, route: '/user/demo_account', body: '[]' });
    expect(opened).toEqual({ granted: false });
    expect(await countTransfers(me)).toEqual({ 'demo.grant': 1 });
  });

  it('given one key, when it is sent ten times at once and again later, then there is one round and one push', async () => {
    const me = await newTrader();
    const same = key();
    const answers = await Promise.all(times(10, () => reset(me, same)));
    expect(answers).toEqual(times(10, () => ({ granted: true })));
    await pay(me, 'exchange', 'USDT', '9');
    expect(await reset(me, same)).toEqual({ granted: true });
    expect(await balances(me, 'demo')).toEqual({ ...AFRESH, 'exchange USDT': '9' });
    expect(await roundOf(me)).toBe(2);
    expect(await noticesOf(me)).toEqual(['demo_opened', 'demo_reset']);
    await expect.poll(() => pushes.filter(({ subject }) => subject === `push.${me}.demo`)).toHaveLength(1);
  });

  it('given ten keys at once, when they end, then each started its own round and one grant remains', async () => {
    const me = await newTrader();
    await Promise.all(times(10, () => reset(me)));
    expect(await balances(me, 'demo')).toEqual(AFRESH);
    expect(await roundOf(me)).toBe(11);
    expect(await countTransfers(me)).toEqual({ 'demo.grant': 11, 'demo.sweep': 10 });
    const kinds = await noticesOf(me);
    expect(kinds).toEqual(['demo_opened', ...times(10, () => 'demo_reset')]);
  });

  it('given a hold, when it is reset, then it is refused and nothing moves until the hold is released', async () => {
    const me = await newTrader();
    const exchange = userAccount(me, 'exchange', 'USDT');
    await postAsEngine('spot.hold', hold(amount('50'), exchange));
    const before = await balances(me, 'demo');
    await expect(reset(me)).rejects.toThrow('order_state_changed');
    expect([await balances(me, 'demo'), await roundOf(me)]).toEqual([before, 1]);
    await postAsEngine('spot.release', release(amount('50'), exchange));
    await reset(me);
    expect(await balances(me, 'demo')).toEqual(AFRESH);
  });

  it('given a product with a closer, when it is reset, then it closes first, for this user, and not again on replay', async () => {
    const me = await newTrader();
    const exchange = userAccount(me, 'exchange', 'USDT');
    await postAsEngine('spot.hold', hold(amount('50'), exchange));
    const closed: bigint[] = [];
    const close: CloseDemo = async (userId) => {
      closed.push(userId);
      await postAsEngine('spot.release', release(amount('50'), exchange));
    };
    const same = key();
    await reset(me, same, { ...deps, demoClosers: [close] });
    await reset(me, same, { ...deps, demoClosers: [close] });
    expect([closed, await balances(me, 'demo')]).toEqual([[me], AFRESH]);
  });

  it('given money that arrives in an account that was not listed or locked, then the reset is refused', async () => {
    const me = await newTrader();
    // Open an account after the listing and before the locks: the settings are read in between.
    const read: Deps['settings']['read'] = async (setting) => {
      await pay(me, 'seconds', 'USDT', '3');
      return await deps.settings.read(setting);
    };
    await expect(reset(me, key(), { ...deps, settings: { read } })).rejects.toThrow('order_state_changed');
    expect(await balances(me, 'demo')).toMatchObject({ 'seconds USDT': '3', 'exchange USDT': '250' });
  });

  it('given transfers and resets at once, when they end, then demo mode sums to zero and the audit passes', async () => {
    const me = await newTrader();
    const wallet = userAccount(me, 'wallet', 'USDT');
    const exchange = userAccount(me, 'exchange', 'USDT');
    const there = times(20, () => post('wallet.change', move(amount('1'), wallet, exchange)));
    const outcomes = await Promise.allSettled([...there, ...times(10, () => reset(me))]);
    expect(outcomes.filter(({ status }) => status === 'rejected')).toEqual([]);
    const { 'wallet USDT': held = '', 'exchange USDT': moved = '' } = await balances(me, 'demo');
    expect(Number(held) + Number(moved)).toBe(100_000);
    expect(await demoSum()).toBe(0);
    const report = await audit(testbed.as('worker').db, async () => {});
    expect(report?.breaches).toEqual([]);
  });

  it('given grants and sweeps, when the auditor runs, then rounds explain them, and only them', async () => {
    const me = await newUser();
    await openDemoAccount(deps, { key: key(), userId: me, route: '/user/demo_account', body: '[]' });
    await reset(me);
    await reset(me);
    const runAudit = async () => {
      const report = await audit(testbed.as('worker').db, async () => {}, { external: [explainDemoMoney] });
      return (report?.breaches ?? []).map(({ detail }) => detail).filter((detail) => detail.includes(`:${me}:`));
    };
    expect(await countTransfers(me)).toEqual({ 'demo.grant': 3, 'demo.sweep': 2 });
    expect(await runAudit()).toEqual([]);
    const source = demoSource('USDT');
    const grant = move(amount('5'), source, userAccount(me, 'wallet', 'USDT'));
    const ref = `demo:${me}:4`;
    await testbed.transact((tx) =>
      testbed.ledger.post(tx, [{ kind: 'demo.grant', ref, mode: 'demo', entries: grant }]),
    );
    expect(await runAudit()).toEqual([`demo.grant ${ref} has no record that explains it`]);
  });
});
