import { UNREAD_MAX } from '@app/domain/notify';
import { listNotices as listRoute } from '@app/protocol/notify';
import { noticesFrame } from '@app/protocol/socket';
import type pg from 'pg';
import { beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import * as z from 'zod/mini';
import { openTestBus } from '../../../test/bus-testbed.ts';
import { openFragileNats } from '../../../test/fragile-nats.ts';
import { openTestbed, silent, type Testbed } from '../../../test/testbed.ts';
import type { Bus } from '../../platform/bus/bus.ts';
import { openConsumer } from '../../platform/db/outbox-consumer.ts';
import { transactOn } from '../../platform/db/transact.ts';
import type { NewNotice } from './notice.store.ts';
import { listNotices, readNotices, sweepNotices, writeNotice } from './notices.ts';
import { createNoticePushes } from './push-notices.ts';

let testbed: Testbed;
let root: pg.Client;
let bus: Bus;

const FIRST_PAGE = { page: 1, limit: 10 };

beforeAll(async () => {
  testbed = await openTestbed('app');
  root = await testbed.bare('postgres');
  bus = await openTestBus();
});

let people = 0;

async function newUser(): Promise<bigint> {
  const id = testbed.nextId();
  people += 1;
  await root.query(
    `insert into user_account (id, email, password_hash, nickname, invite_code, risk_text_version)
     values ($1, $2, '$argon2id$test', 'Test', $3, 1)`,
    [id, `notice-${people}@example.com`, `NOTICE${people}`],
  );
  return id;
}

let me: bigint;
beforeEach(async () => {
  me = await newUser();
});

const write = (userId: bigint, more: Partial<NewNotice> = {}) =>
  testbed.transact((tx) => writeNotice(tx, testbed.nextId, { userId, kind: 'phrase', params: {}, ...more }));

async function writeMany(userId: bigint, count: number): Promise<bigint[]> {
  for (let n = 0; n < count; n++) await write(userId);
  return (await list(userId, { page: 1, limit: 100 })).list.map(({ id }) => id);
}

const list = (userId: bigint, page = FIRST_PAGE) => listNotices(testbed, userId, page);
const rowsOf = async (userId: bigint) => (await root.query('select * from notice where user_id = $1', [userId])).rows;

describe('a notice', () => {
  it('given a transaction, when it commits, then the notice is stored as written; when it fails, there is none', async () => {
    await write(me, { kind: 'new_device', params: { device: 'Firefox on Linux', ip: '10.0.0.1', hours: 24 } });
    const failing = testbed.transact(async (tx) => {
      await writeNotice(tx, testbed.nextId, { userId: me, kind: 'frozen', params: {} });
      throw new Error('changed its mind');
    });
    await expect(failing).rejects.toThrow('changed its mind');
    const answer = await list(me);
    expect(answer).toMatchObject({
      total: 1,
      unread: 1,
      ...FIRST_PAGE,
      list: [{ kind: 'new_device', params: { device: 'Firefox on Linux', ip: '10.0.0.1', hours: 24 }, read_at: null }],
    });
    expect(z.safeEncode(listRoute.response, answer).success).toBe(true);
    const { rows } = await root.query(`select from outbox where payload->>'userId' = $1`, [String(me)]);
    expect(rows).toHaveLength(1);
  });

  it('given a name with a lone surrogate, when it is written, then it is repaired and the action is not blocked', async () => {
    await write(me, { kind: 'passkey_added', params: { name: 'half \ud83d' } });
    expect((await list(me)).list[0]?.params).toEqual({ name: 'half \ufffd' });
  });

  it('given a kind from a newer version, when the list is read, then the others are shown and counted', async () => {
    await write(me);
    await root.query(`insert into notice (id, user_id, kind) values ($1, $2, 'not_yet_known')`, [testbed.nextId(), me]);
    expect(await list(me)).toMatchObject({ total: 1, unread: 1, list: [{ kind: 'phrase' }] });
  });

  it('given the app’s role, when it updates or deletes a notice, then the database refuses', async () => {
    const app = await testbed.bare('app');
    await expect(app.query(`update notice set kind = 'frozen'`)).rejects.toThrow('permission denied');
    await expect(app.query('delete from notice')).rejects.toThrow('permission denied');
  });
});

describe('the list', () => {
  it('given notices of two users, when they page, then each sees their own, newest first and once', async () => {
    const other = await newUser();
    for (let n = 0; n < 5; n++) await write(n % 2 ? other : me, { params: { hours: n } });
    const pages = [await list(me, { page: 1, limit: 2 }), await list(me, { page: 2, limit: 2 })];
    expect(pages.map((page) => page.list.map(({ params }) => params.hours))).toEqual([[4, 2], [0]]);
    expect(pages.map(({ total, unread }) => [total, unread])).toEqual([
      [3, 3],
      [3, 3],
    ]);
    expect((await list(other)).list.map(({ params }) => params.hours)).toEqual([3, 1]);
    expect(await list(me, { page: 3, limit: 2 })).toMatchObject({ list: [], total: 3 });
  });

  it('given more unread than the maximum, when they are counted, then the count is the maximum', async () => {
    await root.query(
      `insert into notice (id, user_id, kind) select $1::bigint + n, $2, 'phrase' from generate_series(1, $3::int) n`,
      [testbed.nextId(), me, UNREAD_MAX + 5],
    );
    expect(await list(me)).toMatchObject({ unread: UNREAD_MAX, total: UNREAD_MAX + 5 });
  });
});

describe('categories', () => {
  const writeEach = async (userId: bigint) => {
    await write(userId, { kind: 'order_filled' });
    await write(userId, { kind: 'transfer' });
    await write(userId, { kind: 'order_cancelled' });
    await write(userId, { kind: 'phrase' });
  };

  it('given one of each, when a category is listed, then only its own are, and the counts are of all', async () => {
    await writeEach(me);
    await writeEach(await newUser());
    const trade = await listNotices(testbed, me, { ...FIRST_PAGE, category: 'trade' });
    expect(trade).toMatchObject({ total: 2, unread: 4, unread_of: { trade: 2, money: 1, security: 1 } });
    expect(trade.list.map(({ category, kind }) => [category, kind])).toEqual([
      ['trade', 'order_cancelled'],
      ['trade', 'order_filled'],
    ]);
    const all = await list(me);
    expect(all.list.map(({ category }) => category)).toEqual(['security', 'trade', 'money', 'trade']);
  });

  it('given a category, when it is read up to the newest, then the others stay unread', async () => {
    await writeEach(me);
    const [newest] = (await list(me)).list;
    expect(await readNotices(testbed, me, { upTo: newest!.id, category: 'trade' })).toEqual({ unread: 2 });
    expect(await list(me)).toMatchObject({ unread: 2, unread_of: { trade: 0, money: 1, security: 1 } });
  });

  it('given more pages of a category, when they are read by `before`, then each notice is listed once', async () => {
    for (let n = 0; n < 3; n++) await writeEach(me);
    const first = await listNotices(testbed, me, { page: 1, limit: 4, category: 'trade' });
    const second = await listNotices(testbed, me, { page: 1, limit: 4, category: 'trade', before: first.next! });
    expect([first.list.length, second.list.length, second.next]).toEqual([4, 2, null]);
    expect(new Set([...first.list, ...second.list].map(({ id }) => id)).size).toBe(6);
  });

  it('given a notice from before categories, then it is about security', async () => {
    await root.query(`insert into notice (id, user_id, kind) values ($1, $2, 'phrase')`, [testbed.nextId(), me]);
    expect((await list(me)).list).toMatchObject([{ category: 'security' }]);
  });

  it('given one subject, when it is written twice, also at once, then there is one notice and one hint', async () => {
    const subject = testbed.nextId();
    await Promise.all([1, 2, 3].map(() => write(me, { kind: 'transfer', subject })));
    await write(me, { kind: 'transfer', subject });
    expect(await list(me)).toMatchObject({ total: 1 });
    const { rows } = await root.query(`select from outbox where payload->>'userId' = $1`, [String(me)]);
    expect(rows).toHaveLength(1);
  });
});

describe('reading', () => {
  it('given four, when read up to the third newest, then it and the older are read, and repeating keeps the time', async () => {
    const ids = await writeMany(me, 4);
    expect(await readNotices(testbed, me, { upTo: ids[2]! })).toEqual({ unread: 2 });
    const first = await rowsOf(me);
    expect((await list(me)).list.map(({ read_at }) => read_at === null)).toEqual([true, true, false, false]);
    expect(await readNotices(testbed, me, { upTo: ids[2]! })).toEqual({ unread: 2 });
    expect(await rowsOf(me)).toEqual(first);
    expect(await readNotices(testbed, me, { upTo: ids[0]! })).toEqual({ unread: 0 });
  });

  it('given another user’s id, when it is used as the bound, then only the caller’s notices are marked', async () => {
    const other = await newUser();
    await write(me);
    const [theirs] = await writeMany(other, 1);
    await write(me);
    const before = await rowsOf(other);
    expect(await readNotices(testbed, me, { upTo: theirs! })).toEqual({ unread: 1 });
    expect(await rowsOf(other)).toEqual(before);
  });

  it('given a kind from a newer version, when all are read, then that one stays unread', async () => {
    await root.query(`insert into notice (id, user_id, kind) values ($1, $2, 'not_yet_known')`, [testbed.nextId(), me]);
    await write(me);
    const [shown] = (await list(me)).list;
    expect(await readNotices(testbed, me, { upTo: shown!.id })).toEqual({ unread: 0 });
    const unread = (await rowsOf(me)).filter(({ read_at }) => read_at === null);
    expect(unread.map(({ kind }) => kind)).toEqual(['not_yet_known']);
  });

  it('given twenty concurrent reads up to different ids, when all end, then the furthest wins and none is refused', async () => {
    const ids = await writeMany(me, 20);
    await Promise.all(ids.map((id) => readNotices(testbed, me, { upTo: id })));
    expect(await list(me)).toMatchObject({ unread: 0 });
  });
});

const openRound = (by: Bus | undefined, patienceMs?: number) =>
  openConsumer(transactOn(testbed.as('worker').db), createNoticePushes(by, patienceMs), silent);

/** Returns whether the cursor is behind the events written so far. */
async function isBehind(): Promise<boolean> {
  const { rows } = await root.query(
    `select from outbox o, outbox_cursor c where c.consumer = 'notify.hints' and (o.xid, o.id) > (c.xid, c.id)`,
  );
  return rows.length > 0;
}

/** Opens a worker round and records the frames it publishes, with their subjects. */
async function openPushes(by: Bus | undefined = bus, patience: { patienceMs?: number } = {}) {
  const pushes: { subject: string; frame: unknown }[] = [];
  bus.listenSigned('push.>', (frame, subject) => {
    if (subject.startsWith(`push.${me}.`)) pushes.push({ subject, frame });
  });
  const round = await openRound(by, patience.patienceMs);
  await round(); // Earlier events.
  pushes.length = 0;
  return { pushes, round };
}

/** Waits for delivery. Hints keep their order: once this one is received, all before it were. */
async function everythingReceived(): Promise<void> {
  const subject = `notices-test.${testbed.database.name}`;
  let isDelivered = false;
  const end = bus.listen(subject, () => {
    isDelivered = true;
  });
  bus.publish(subject, {});
  await expect.poll(() => isDelivered).toBe(true);
  end();
}

describe('notifying sockets', () => {
  it('given a notice, when a round runs before its commit, then no socket is notified; after it, both modes once', async () => {
    const { pushes, round } = await openPushes();
    await testbed.transact(async (tx) => {
      await writeNotice(tx, testbed.nextId, { userId: me, kind: 'phrase', params: {} });
      await round();
      await everythingReceived();
      expect(pushes).toEqual([]);
    });
    await round();
    await round();
    await everythingReceived();
    const [notice] = (await list(me)).list;
    const frame = { channel: 'notices', prev: '', seq: String(notice?.id), data: {} };
    expect(pushes).toEqual(['real', 'demo'].map((book) => ({ subject: `push.${me}.${book}`, frame })));
    expect(z.parse(noticesFrame, pushes[0]?.frame)).toEqual(frame);
  });

  it('given a transaction that failed, when rounds run, then no socket is notified', async () => {
    const { pushes, round } = await openPushes();
    await testbed
      .transact(async (tx) => {
        await writeNotice(tx, testbed.nextId, { userId: me, kind: 'phrase', params: {} });
        throw new Error('no');
      })
      .catch(() => {});
    await round();
    await everythingReceived();
    expect(pushes).toEqual([]);
  });

  it('given a bus that is down briefly, when notices are written, then they are stored and published on reconnect', async () => {
    const nats = await openFragileNats(inject('services').nats);
    const fragile = await openTestBus(nats.url);
    const { pushes, round } = await openPushes(fragile);
    await nats.cut();
    await expect.poll(() => fragile.isUp()).toBe(false);
    await write(me);
    await round();
    await everythingReceived();
    expect(pushes).toEqual([]);
    expect(await list(me)).toMatchObject({ unread: 1 });
    await nats.mend();
    await expect.poll(async () => [await round(), pushes.length].at(1)).toBe(2);
  });

  it('given a bus that stays down, when rounds run, then the cursor advances, and only later notices are published', async () => {
    const nats = await openFragileNats(inject('services').nats);
    const fragile = await openTestBus(nats.url);
    const { pushes, round } = await openPushes(fragile, { patienceMs: 0 });
    await nats.cut();
    await expect.poll(() => fragile.isUp()).toBe(false);
    await write(me);
    expect(await isBehind()).toBe(true);
    await expect.poll(async () => [await round(), await isBehind()].at(1)).toBe(false);
    await nats.mend();
    await expect.poll(() => fragile.isUp()).toBe(true);
    await write(me);
    await expect.poll(async () => [await round(), pushes.length].at(1)).toBe(2);
    await everythingReceived();
    const [newest] = (await list(me)).list;
    expect(pushes.map(({ frame }) => z.parse(noticesFrame, frame).seq)).toEqual([1, 2].map(() => String(newest?.id)));
  });

  it('given no bus at all, when rounds run, then an existing cursor advances, and none is created', async () => {
    await openPushes();
    await write(me);
    const round = await openRound(undefined);
    await expect.poll(async () => [await round(), await isBehind()].at(1)).toBe(false);
    await root.query(`delete from outbox_cursor where consumer = 'notify.hints'`);
    await (await openRound(undefined))();
    expect((await root.query(`select from outbox_cursor where consumer = 'notify.hints'`)).rows).toEqual([]);
  });

  it('given other events and an invalid one, when rounds run, then notices are still published', async () => {
    const { pushes, round } = await openPushes();
    await root.query(`insert into outbox (id, topic, payload) values ($1, 'wallet.change.completed', '{}')`, [
      testbed.nextId(),
    ]);
    await root.query(`insert into outbox (id, topic, payload) values ($1, 'notify.notice.written', '{"id": "x"}')`, [
      testbed.nextId(),
    ]);
    await write(me);
    for (let n = 0; n < 5; n++) await round();
    await everythingReceived();
    expect(pushes).toHaveLength(2);
    expect((await root.query('select consumer from outbox_dead')).rows).toContainEqual({ consumer: 'notify.hints' });
  });
});

describe('old notices', () => {
  it('given the retention days, when the worker sweeps, then older ones are deleted, read or not; younger stay', async () => {
    const ids = await writeMany(me, 3);
    await root.query(`update notice set at = now() - interval '181 days' where id = any($1)`, [ids.slice(1)]);
    await root.query(`update notice set at = now() - interval '179 days' where id = $1`, [ids[0]]);
    await readNotices(testbed, me, { upTo: ids[2]! });
    const settings = { read: <Value>({ initial }: { initial: Value }) => Promise.resolve({ value: initial }) };
    await sweepNotices(testbed.as('worker').db, settings);
    expect((await list(me)).list.map(({ id }) => id)).toEqual([ids[0]]);
  });
});
