import { firstIdAt } from '@app/base';
import { freshDatabase } from '@app/testkit';
import pg from 'pg';
import { afterAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { countWrongs } from '../rig.ts';
import { ABOUT_HOUSE, countOwners, findOverlapping, findPassed } from './audit-house.ts';
import { LIMITED, SHARDS } from './terms.ts';

let client: pg.Client;
let url: string;
let next: bigint;
const clients: pg.Client[] = [];

beforeEach(async () => {
  url = (await freshDatabase(inject('services').postgres)).urlOf('postgres');
  client = new pg.Client({ connectionString: url });
  clients.push(client);
  await client.connect();
  next = firstIdAt(Date.now());
});
afterAll(async () => {
  for (const each of clients) await each.end();
});

/** Ids of one process: ten bits of its number above a counter of twelve. */
const idOf = (writer = 1) => {
  next += 1n << 22n; // The next millisecond.
  return next + (BigInt(writer) << 12n);
};

type Order = { user: number; side: string; price: string; status?: string; writer?: number };

async function placeOrder({ user, side, price, status = 'open', writer }: Order): Promise<bigint> {
  const id = idOf(writer);
  await client.query(
    `insert into spot_order (id, user_id, book, market, side, kind, force, price, quantity, maker_rate, taker_rate, filled,
                             cost, exact_fee, fee, held, status, key, at, closed_at)
     values ($1, $2, 'demo', 1, $3, 'limit', 'gtc', $4, 1, 0, 0, 0, 0, 0, 0, 0, $5, gen_random_uuid(),
             to_timestamp($6::numeric / 1000), case $5 when 'open' then null else now() end)`,
    [id, user, side, price, status, timeOf(id)],
  );
  return id;
}

/** A fill of a buyer; without a maker's order the house sells. */
async function fillOrder(taker: bigint, maker: bigint | null, price: string): Promise<bigint> {
  const id = idOf();
  await client.query(
    `insert into spot_fill (id, book, market, side, price, quantity, taker_order, maker_order, taker, maker, taker_fee,
                            maker_fee, at)
     values ($1, 'demo', 1, 'buy', $2, 1, $3, $4, 1, case when $4::bigint is null then null else 2 end, 0, 0,
             to_timestamp($5::numeric / 1000))`,
    [id, price, taker, maker, timeOf(id)],
  );
  return id;
}

const timeOf = (id: bigint) => String(id >> 22n);

/** Each claims that nothing was taken before, whatever its place. */
const issueReceipt = (id: bigint, place: number) =>
  client.query(`insert into receipt (id, kind, block, body) values ($1, 'spot.house_fill', 1, $2)`, [
    id,
    {
      version: 3,
      book: 'demo',
      chain: { place, previous: null },
      fill: { market: 1, side: 'buy', quantity: '1' },
      tick: { seq: 1 },
      inventory: {},
      taken: 0,
      grid: { lot: '1' },
    },
  ]);

const NO_INVENTORY = 'house with another inventory than it was given and traded';
const NO_RECEIPT = 'house fill without its receipt, or a receipt without its fill';
const NOT_SEALED = 'receipt of a price that is not sealed';

describe('the audit of the house', () => {
  it('given an empty database, when it is audited, then nothing is found', async () => {
    expect(await countWrongs(client, ABOUT_HOUSE)).toEqual(new Map());
    expect(await findPassed(client)).toEqual([]);
    expect(await findOverlapping(url)).toEqual(new Map());
  });

  it('given a house fill without entries and receipt, when it is audited, then both are found', async () => {
    await fillOrder(await placeOrder({ user: 1, side: 'buy', price: '5', status: 'filled' }), null, '5');
    expect(await countWrongs(client, ABOUT_HOUSE)).toEqual(
      new Map([
        [NO_INVENTORY, 2], // In both currencies.
        [NO_RECEIPT, 1],
      ]),
    );
  });

  it('given receipts without fills, of the same lots and an unknown block, when they are audited, then all is found', async () => {
    await issueReceipt(idOf(), 0);
    await issueReceipt(idOf(), 1);
    expect(await countWrongs(client, ABOUT_HOUSE)).toEqual(
      new Map([
        [NO_RECEIPT, 2],
        [NOT_SEALED, 2],
      ]),
    );
    expect(await findOverlapping(url)).toEqual(new Map([['receipts: taken', 1]]));
  });

  it('given a purchase during a break, when it is audited, then it is found; a sale is not', async () => {
    await placeOrder({ user: LIMITED.byBreak, side: 'buy', price: '5' });
    await placeOrder({ user: LIMITED.byBreak, side: 'sell', price: '6' });
    expect(await countWrongs(client, ABOUT_HOUSE)).toEqual(new Map([['bought during a break', 1]]));
  });

  it('given stored rows of a newer order filled first, when they are audited, then the older one was passed', async () => {
    const older = await placeOrder({ user: 2, side: 'sell', price: '5' });
    const newer = await placeOrder({ user: 2, side: 'sell', price: '5', status: 'filled' });
    const taker = await placeOrder({ user: 1, side: 'buy', price: '5', status: 'filled' });
    const fill = await fillOrder(taker, newer, '5');
    expect(await findPassed(client)).toEqual([{ fill, passed: older }]);
  });

  it('given two processes that take turns, when owners are counted, then turns beyond the loads are found', async () => {
    for (const writer of [1, 1, 2, 2, 1, 2]) await placeOrder({ user: 1, side: 'buy', price: '5', writer });
    expect(await countOwners(client, new Map([[SHARDS.demo, 4]]))).toBe(0);
    expect(await countOwners(client, new Map([[SHARDS.demo, 2]]))).toBe(2);
    expect(await countOwners(client, new Map())).toBe(4);
  });
});
