import * as routes from '@app/protocol/staff';
import type pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { insertPosition } from '../../../test/contract-rows.ts';
import { insertEndedBet } from '../../../test/seconds-rows.ts';
import { insertOrder } from '../../../test/spot-rows.ts';
import { openStaffTestbed, type StaffTestbed, type TestStaff } from '../../../test/staff-testbed.ts';

let testbed: StaffTestbed;
let root: pg.Client;
let support: TestStaff;
let identity: TestStaff;
let users = 0;

beforeAll(async () => {
  testbed = await openStaffTestbed();
  root = await testbed.bare('migrate');
  support = await testbed.newStaff('support');
  identity = await testbed.newStaff('identity');
});

/** A user with an e-mail address, and whatever else is said. */
async function newUser(columns: Readonly<Record<string, unknown>> = {}): Promise<bigint> {
  users += 1;
  const id = testbed.nextId();
  const row = {
    id,
    email: `user${users}@example.com`,
    password_hash: '$argon2id$v=19$m=1$a$b',
    nickname: `User ${users}`,
    invite_code: `SUP${users}`,
    risk_text_version: 1,
    country: 'PT',
    ...columns,
  };
  const names = Object.keys(row);
  const values = names.map((_name, at) => `$${at + 1}`);
  await root.query(`insert into user_account (${names.join()}) values (${values.join()})`, Object.values(row));
  return id;
}

type Found = { id: string; email: string | null; mobile: string | null; found_by: string; state: string };

async function search(text: string, fields: object = {}, as = support) {
  const { status, error, data } = await testbed.send(as, routes.searchUsers, { text, ...fields });
  if (status !== 200) throw new Error(`${text}: ${error}`);
  return data as { list: Found[]; next: string | null };
}
const open = (id: bigint, as = support) => testbed.send(as, routes.openUser, { id });
const trailOf = async (subject: string) =>
  (await root.query('select actor, action, reason, details from trail where subject = $1 order by id', [subject])).rows;

describe('a search', () => {
  it('given a UID, a telephone number, an order or a saved address, then it finds their user, masked', async () => {
    const id = await newUser({ email: 'mira.kaplan@example.com', mobile: '351912345418' });
    const order = testbed.nextId();
    await insertPosition(root, { id: order, user_id: id });
    const address = `bc1q${'x'.repeat(34)}`;
    await root.query(
      `insert into payee_address (id, user_id, slot, currency, chain, address, ends, name, usable_at)
       select $1, $2, 1, currency, chain, $3, 'x', 'Savings', app_now() + interval '1 day' from currency_chain limit 1`,
      [testbed.nextId(), id, address],
    );
    const masked = { id: String(id), email: 'm••@example.com', mobile: '+351 ••• 5418'.replaceAll(' ', '\u00a0') };
    for (const [text, by] of [
      [String(id), 'uid'],
      ['+351 912 345-418', 'phone'],
      [String(order), 'order'],
      [address, 'address'],
      ['Mira.Kap', 'email'],
    ] as const)
      expect([text, (await search(text)).list]).toEqual([
        text,
        [{ ...masked, nickname: 'User 1', level: 0, country: 'PT', state: 'open', found_by: by }],
      ]);
    expect((await search('mi')).list).toEqual([]); // Two letters would list half of everybody.
    expect((await search('kaplan')).list).toEqual([]); // Only from its beginning.
  });

  it('is in the trail with whom it found, and never with what was typed', async () => {
    const id = await newUser({ email: 'secretly@example.com' });
    await search('secretly@exam');
    const rows = await trailOf('users');
    expect(rows.at(-1)).toEqual({
      actor: `staff:${support.id}`,
      action: 'user.searched',
      reason: '',
      details: JSON.stringify({ found: [String(id)] }).replace(':', ' : '),
    });
    expect(JSON.stringify(rows)).not.toContain('secretly');
  });

  it('given more than a page, then each user is on exactly one page', async () => {
    const all: bigint[] = [];
    for (const letter of 'cabed') all.push(await newUser({ email: `page_${letter}%@example.com` }));
    await newUser({ email: 'pagex@example.com' }); // No wildcard: an underscore is itself.
    const seen: string[] = [];
    for (let after: string | null | undefined; after !== null; ) {
      const { list, next } = await search('page_', { limit: 2, ...(after !== undefined && { after }) });
      expect(list.length).toBeLessThanOrEqual(2);
      seen.push(...list.map(({ id }) => id));
      after = next;
    }
    expect(seen).toEqual([1, 2, 0, 4, 3].map((at) => String(all[at])));
  });

  it('shows whether an account is frozen, being closed or closed', async () => {
    const closing = { closing_due_at: new Date(Date.now() + 86_400_000), closing_left: '{}' };
    for (const [state, columns] of [
      ['frozen', { frozen_at: new Date() }],
      ['closing', closing],
      ['closed', { closed_at: new Date(), email: null }],
    ] as const) {
      const id = await newUser(columns);
      expect((await search(String(id))).list).toMatchObject([{ id: String(id), state }]);
    }
  });
});

describe('a profile', () => {
  it('given someone opens it, then the trail says who, and what is read is masked', async () => {
    const id = await newUser({ mobile: '4915112344711', withdrawals_held_until: new Date(Date.now() + 3_600_000) });
    await testbed.fund(id, 'wallet', 'USDT', '12.5');
    await root.query(`insert into authenticator (user_id, key_id, sealed, bound_at) values ($1, 'k', '', now())`, [id]);
    const { data } = await open(id);
    expect(data).toMatchObject({
      id: String(id),
      email: `u••@example.com`,
      state: 'open',
      balances: [{ mode: 'real', account: 'wallet', currency: 'USDT', available: '12.5', frozen: '0' }],
    });
    expect(data.authenticator_at).toBeTypeOf('number');
    expect(data.withdrawals_held_until).toBeGreaterThan(Number(data.at));
    expect(JSON.stringify(data)).not.toContain('4915112344711');
    expect(await trailOf(`user:${id}`)).toMatchObject([{ actor: `staff:${support.id}`, action: 'user.viewed' }]);
    await open(id);
    expect(await trailOf(`user:${id}`)).toHaveLength(2);
  });

  it('given a reason, then the address is shown in full, and the trail keeps the reason', async () => {
    const id = await newUser({ email: 'called.back@example.com' });
    const shown = await testbed.send(support, routes.revealUser, { id, reason: 'Calls back' });
    expect(shown.data).toEqual({ email: 'called.back@example.com', mobile: null });
    expect(await trailOf(`user:${id}`)).toMatchObject([{ action: 'user.revealed', reason: 'Calls back' }]);
    const blank = await testbed.send(support, routes.revealUser, { id, reason: ' ' });
    expect(blank.error).toBe('parameter_error');
    expect((await testbed.send(identity, routes.revealUser, { id, reason: 'curious' })).error).toBe('not_allowed');
  });

  it('given nobody has that number, then it is not found by any route, and the trail has no row', async () => {
    const id = testbed.nextId();
    for (const route of [routes.openUser, routes.listUserLedger, routes.listUserTrail, routes.listUserNotices])
      expect((await testbed.send(support, route, { id })).error).toBe('not_found');
    for (const route of [routes.revealUser, routes.freezeUser])
      expect((await testbed.send(support, route, { id, reason: 'x' })).error).toBe('not_found');
    expect(await trailOf(`user:${id}`)).toEqual([]);
  });
});

describe('a list about a user', () => {
  it('given it is read page by page, then the trail has one row for it', async () => {
    const id = await newUser();
    for (const at of [1, 2, 3])
      await root.query(
        `insert into session (id, user_id, book, signed_in_at, ip, user_agent) values ($1, $2, 'real', now(), '10.0.0.1', $3)`,
        [testbed.nextId(), id, `Browser ${at}`],
      );
    const seen: unknown[] = [];
    for (let before: unknown; before !== null; ) {
      const { data } = await testbed.send(support, routes.listUserSessions, {
        id,
        limit: 2,
        ...(before !== undefined && { before }),
      });
      seen.push(...(data.list as { user_agent: string }[]).map((row) => row.user_agent));
      before = data.next;
    }
    expect(seen).toEqual(['Browser 3', 'Browser 2', 'Browser 1']);
    expect(await trailOf(`user:${id}`)).toMatchObject([{ action: 'user.viewed', details: '{"part" : "sessions"}' }]);
  });

  it('given a ledger, then a page ends between two transfers, and each entry is on one page', async () => {
    const id = await newUser();
    for (const amount of ['1', '2', '3']) await testbed.fund(id, 'wallet', 'USDT', amount);
    const seen: unknown[] = [];
    for (let before: unknown; before !== null; ) {
      const { data } = await testbed.send(support, routes.listUserLedger, {
        id,
        limit: 1,
        ...(before !== undefined && { before }),
      });
      seen.push(...(data.list as { available: string }[]).map((row) => row.available));
      before = data.next;
    }
    expect(seen).toEqual(['3', '2', '1']);
  });

  it('given orders of several products and a notice, then they are listed in one form', async () => {
    const id = await newUser();
    const position = testbed.nextId();
    await insertPosition(root, { id: position, user_id: id });
    await root.query(`insert into notice (id, user_id, kind) values ($1, $2, 'frozen')`, [testbed.nextId(), id]);
    const orders = (fields: object) => testbed.send(support, routes.listUserOrders, { id, ...fields });
    expect((await orders({ product: 'contract' })).data.list).toMatchObject([
      {
        id: String(position),
        market: 'BTC/USDT',
        side: 'long',
        terms: '10×',
        price: '60000',
        amount: '10',
        result: null,
      },
    ]);
    const order = testbed.nextId();
    await insertOrder(root, { id: order, user_id: id });
    expect((await orders({})).data.list).toMatchObject([
      { id: String(order), side: 'sell', terms: 'limit', price: '60000', amount: '1', result: '0', status: 'open' },
    ]);
    const bet = { id: testbed.nextId(), user_id: id, outcome: 'profit', settlement: testbed.nextId() };
    await insertEndedBet(root, bet);
    expect((await orders({ product: 'seconds' })).data.list).toMatchObject([
      { id: String(bet.id), side: 'up', terms: '30 s', amount: '100', result: '185', status: 'settled:profit' },
    ]);
    expect((await orders({ product: 'convert' })).data.list).toEqual([]);
    expect((await orders({ product: 'contract', mode: 'demo' })).data.list).toEqual([]);
    const notices = await testbed.send(support, routes.listUserNotices, { id });
    expect(notices.data.list).toMatchObject([{ kind: 'frozen', category: 'security', read_at: null }]);
  });

  it.each(['ledger', 'orders', 'sessions', 'devices', 'trail'])(
    'of kind %s is refused to identity by the database, too',
    async (part) => {
      const id = await newUser();
      const token = `'\\x${identity.tokenHash.toString('hex')}'::bytea`;
      expect(await testbed.attempt('admin', `select desk_read(${token}, ${id}, '${part}')`)).toBe('ST002');
    },
  );
});

describe('a freeze', () => {
  it('given an account that is being closed, then it is frozen, its closing ends and so do its sessions', async () => {
    const id = await newUser({ closing_due_at: new Date(Date.now() + 86_400_000), closing_left: '{}' });
    await root.query(
      `insert into session (id, user_id, book, signed_in_at, ip, user_agent) values ($1, $2, 'real', now(), '10.0.0.1', 'x')`,
      [testbed.nextId(), id],
    );
    const freeze = () => testbed.send(support, routes.freezeUser, { id, reason: 'Phone stolen' });
    expect((await freeze()).status).toBe(200);
    expect((await open(id)).data).toMatchObject({ state: 'frozen', closing_due_at: null });
    const { rows } = await root.query('select from session where user_id = $1 and ended_at is null', [id]);
    expect(rows).toEqual([]);
    expect((await freeze()).error).toBe('change_outdated');
  });

  it('given a closed account, then there is nothing to freeze', async () => {
    const id = await newUser({ closed_at: new Date(), email: null });
    expect((await testbed.send(support, routes.freezeUser, { id, reason: 'x' })).error).toBe('change_outdated');
  });
});

describe('role admin', () => {
  it('reads no address and no number of a user by itself', async () => {
    for (const column of ['email', 'mobile'])
      expect(await testbed.attempt('admin', `select ${column} from user_account`)).toBe('42501');
    expect(await testbed.attempt('admin', 'select address from payee_address')).toBe('42501');
  });
});
