import { firstIdAt } from '@app/base';
import { AT_ONCE_MS } from '@app/domain/spot';
import { type Amount, ZERO } from '@app/money';
import { fillsSettled, toOutbox } from '@app/protocol/events';
import fc from 'fast-check';
import type pg from 'pg';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { insertFill, insertOrder, type OrderColumns, openPast } from '../../../test/spot-rows.ts';
import { openTestbed, silent, type Testbed } from '../../../test/testbed.ts';
import { publish } from '../../platform/db/outbox.ts';
import { drain, register } from '../../platform/db/outbox-consumer.ts';
import { type Transact, transactOn } from '../../platform/db/transact.ts';
import { createSettings } from '../reference/index.ts';
import { createOrderNotices } from './order-notices.ts';

let testbed: Testbed;
let root: pg.Client;
let work: Transact;

beforeAll(async () => {
  testbed = await openTestbed('app');
  root = await testbed.bare('postgres');
  work = transactOn(testbed.as('worker').db);
  for (const table of ['spot_order', 'spot_fill'] as const) {
    await openPast(root, table);
    await root.query(`alter table ${table} disable trigger user`); // Each history starts empty.
  }
  await work((tx) => register(tx, 'spot.notices', 'now'));
  for (const id of [1, 2])
    await root.query(
      `insert into user_account (id, email, password_hash, nickname, invite_code, risk_text_version)
       values ($1, $2, '$argon2id$test', 'Test', $3, 1)`,
      [id, `orders-${id}@example.com`, `ORDERS${id}`],
    );
});

const empty = () => root.query(`truncate spot_order, spot_fill, outbox, notice`);
beforeEach(empty);

let made = 0n;
const newId = (atMs: number) => firstIdAt(atMs) + ++made;

/** Inserts an order that was placed an hour ago; by default it is filled by now. */
async function order(user: 1 | 2, more: Omit<Partial<OrderColumns>, 'id'> = {}): Promise<bigint> {
  const at = new Date(Date.now() - 3_600_000);
  const id = newId(at.getTime());
  const filled = { status: 'filled', filled: '1', cost: '60000', held: '0', closed_at: new Date(), at };
  await insertOrder(root, { id, user_id: BigInt(user), ...filled, ...more });
  return id;
}

async function ordersOf(users: readonly (1 | 2)[]): Promise<readonly bigint[]> {
  const ids: bigint[] = [];
  for (const user of users) ids.push(await order(user));
  return ids;
}

/** Writes fills of orders and their event as the engine does: one batch, one transaction. */
async function settle(orders: readonly { taker?: bigint; maker?: bigint }[]): Promise<void> {
  const fills = orders.map(({ taker, maker }) => ({ id: newId(Date.now()), taker, maker }));
  for (const { id, taker, maker } of fills)
    await insertFill(root, { id, taker_order: taker ?? null, maker_order: maker ?? null, taker: 1n, maker: 2n });
  const none = ZERO as Amount;
  const parts = fills.map(({ id }) => ({
    id,
    market: 1,
    taker: 1n,
    maker: 2n,
    taker_fee: none,
    maker_fee: none,
    cost: none,
    quote: 'USDT',
  }));
  const event = toOutbox(fillsSettled, { book: 'real', fills: parts });
  await testbed.transact((tx) => publish(tx, testbed.nextId, [event]));
}

const consumer = () => createOrderNotices({ settings: createSettings(testbed.db), nextId: testbed.nextId });

const left = async () =>
  (
    await root.query(
      `select from outbox o, outbox_cursor c where c.consumer = 'spot.notices' and (o.xid, o.id) > (c.xid, c.id)`,
    )
  ).rowCount ?? 0;

/** Handles every event. `attempt` may abort a transaction before its commit, as a killed process does. */
async function consume(attempt: Transact = work): Promise<void> {
  do await drain(attempt, consumer(), silent).catch(() => undefined);
  while ((await left()) > 0);
}

const notices = async () =>
  (await root.query(`select user_id::int as user, category, kind, subject, params from notice order by id`)).rows;

describe('notices of orders', () => {
  it('given an order that rested and was filled, when its fill is handled, then its owner gets one notice with its figures', async () => {
    const sold = await order(1, { filled: '0.5', quantity: '0.5', cost: '30001', book: 'demo' });
    await settle([{ maker: sold }]);
    await consume();
    const params = { mode: 'demo', order: String(sold), symbol: 'BTC/USDT', side: 'sell', base: 'BTC', quote: 'USDT' };
    expect(await notices()).toEqual([
      {
        user: 1,
        category: 'trade',
        kind: 'order_filled',
        subject: String(sold),
        params: { ...params, quantity: '0.5', price: '60002' },
      },
    ]);
    const { rows } = await root.query(`select payload from outbox where topic = 'notify.notice.written'`);
    expect(rows).toEqual([{ payload: expect.objectContaining({ userId: '1' }) }]);
  });

  it('given an open order, one filled at once, or one cancelled by its owner, then there is no notice', async () => {
    const now = new Date();
    const open = await order(1, { status: 'open', filled: '0.5', held: '0.5', closed_at: null });
    const atOnce = await order(1, { at: now, closed_at: new Date(now.getTime() + AT_ONCE_MS) });
    const cancelled = await order(2, { status: 'cancelled', filled: '0.5', reason: 'user' });
    await settle([{ maker: open }, { taker: atOnce }, { maker: cancelled }]);
    await consume();
    expect(await notices()).toEqual([]);
  });

  it('given an order cancelled by the system at once, then its owner gets a notice with the reason', async () => {
    const now = new Date();
    const met = await order(2, { at: now, closed_at: now, status: 'cancelled', filled: '0.5', reason: 'own_order' });
    await settle([{ taker: met }]);
    await consume();
    expect(await notices()).toMatchObject([{ user: 2, kind: 'order_cancelled', params: { reason: 'own_order' } }]);
  });

  it('writes one notice per order, for any batches, kills before a commit, and replays of all events', async () => {
    const batches = fc.array(fc.array(fc.nat(4), { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(batches, fc.array(fc.boolean(), { maxLength: 6 }), async (events, kills) => {
        await empty();
        const ids = await ordersOf([1, 2, 1, 2, 1]);
        const killsLeft = [...kills];
        const killed: Transact = (run) =>
          work(async (tx) => {
            const result = await run(tx);
            if (killsLeft.shift() === true) throw new Error('killed before the commit');
            return result;
          });
        for (const [index, event] of events.entries()) {
          await settle(event.map((place) => ({ maker: ids[place] as bigint })));
          if (index % 2 === 0) await consume(killed);
        }
        await consume();
        const first = await notices();
        const named = new Set(events.flat().map((place) => String(ids[place])));
        expect(new Set(first.map(({ subject }) => subject))).toEqual(named);
        expect(first).toHaveLength(named.size);
        await root.query(`update outbox_cursor set xid = '0', id = 0 where consumer = 'spot.notices'`);
        await consume();
        expect(await notices()).toEqual(first);
      }),
      { numRuns: 12 },
    );
  });

  it('given two workers at once, when both handle the events, then each order has one notice', async () => {
    const ids = await ordersOf(Array<1>(10).fill(1));
    for (const id of ids) await settle([{ maker: id }]);
    const other = transactOn(testbed.as('worker').db);
    await Promise.all([consume(), consume(other), consume(), consume(other)]);
    expect(await notices()).toHaveLength(10);
  });

  it('given more orders than a day’s notices, then the rest is one notice that refers to the history', async () => {
    const many = await ordersOf(Array<1>(60).fill(1));
    const few = await order(2);
    await settle(many.slice(0, 45).map((maker) => ({ maker })));
    await consume();
    await settle([...many.slice(45), few].map((maker) => ({ maker })));
    await consume();
    await settle(many.slice(50).map((maker) => ({ maker })));
    await consume();
    const written = await notices();
    const count = (user: number, kind: string) => written.filter((it) => it.user === user && it.kind === kind).length;
    expect([count(1, 'order_filled'), count(1, 'orders_many')]).toEqual([50, 1]);
    expect([count(2, 'order_filled'), count(2, 'orders_many')]).toEqual([1, 0]);
  });
});
