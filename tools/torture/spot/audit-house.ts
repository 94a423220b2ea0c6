import { ID_EPOCH_MS } from '@app/base';
import { checkReceipts } from '@app/server/modules/proof';
import { openDatabase } from '@app/server/platform/db/database';
import { openLog } from '@app/server/platform/process/log';
import type pg from 'pg';
import { type Breach, type FillRow, findPriorityBreaches, type OrderRow } from './priority.ts';
import { LIMITED, SHARDS } from './terms.ts';

/** Changes of the house's inventory by its fills. It buys as a taker that buys, or as a maker matched by a seller. */
const HOUSE_MOVED = `
  select f.book, 'ladder-' || f.market as part, m.base, m.quote, f.quantity, f.price * f.quantity as cost,
         case when (f.side = 'buy') = (f.taker_order is null) then 1 else -1 end as sign
    from spot_fill f join market m on m.id = f.market where f.taker_order is null or f.maker_order is null`;

const HOUSE_FUNDED = `
  select a.id, sum(e.available_delta) as amount
    from ledger_entry e join ledger_transfer t on t.id = e.transfer join ledger_account a on a.id = e.account
   where t.kind = 'spot.ladder.funding' group by a.id`;

const HOUSE_FILLS = 'select id from spot_fill where taker_order is null or maker_order is null';

/** Invariants of the house, its receipts, and personal limits. Each query returns violations. */
export const ABOUT_HOUSE = {
  'house with another inventory than it was given and traded': `
    select from (select * from ledger_account where kind = 'house_ladder') a
      left join (${HOUSE_FUNDED}) f on f.id = a.id
      full join (select book, part, currency, sum(change) as change
                   from (select book, part, base as currency, sign * quantity as change from (${HOUSE_MOVED}) moved
                          union all
                         select book, part, quote, -sign * cost from (${HOUSE_MOVED}) moved) change
                  group by 1, 2, 3) c
        on (c.book, 'house:' || c.part, c.currency) = (a.book, a.owner, a.currency)
     where coalesce(a.available + a.frozen, 0) <> coalesce(f.amount, 0) + coalesce(c.change, 0)`,
  'house fill without its receipt, or a receipt without its fill': `
    select from (${HOUSE_FILLS}) f full join (select id from receipt where kind = 'spot.house_fill') r using (id)
     where f.id is null or r.id is null`,
  'receipt of a price that is not sealed': `
    select from receipt r left join price_block b on b.number = r.block where b.number is null`,
  'bought during a break': `select from spot_order where user_id = ${LIMITED.byBreak} and side = 'buy'`,
} as const;

const DAY_MS = 86_400_000;

/** Finds house lots sold twice, broken chains and receipts that no block sealed, by the check that the worker runs. */
export async function findOverlapping(url: string): Promise<ReadonlyMap<string, number>> {
  const { db, close } = openDatabase({ url, connectionsMax: 1, name: 'torture' }, openLog('torture', 'silent'));
  try {
    const found = await checkReceipts(db, ID_EPOCH_MS + DAY_MS);
    const rules = Map.groupBy(found, ({ rule }) => `receipts: ${rule}`);
    return new Map([...rules].map(([rule, breaches]) => [rule, breaches.length]));
  } finally {
    await close();
  }
}

const UNITS = (column: string) => `trunc(${column} * 1000000000000000000)::text`;
const MICROS = (column: string) => `(extract(epoch from ${column}) * 1000000)::bigint::text`;

type Texts<Row> = { readonly [Key in keyof Row]: Row[Key] extends string | number ? Row[Key] : string | null };

/** Checks price-time priority of every fill, from the rows alone. */
export async function findPassed(client: pg.Client): Promise<readonly Breach[]> {
  const orders = await client.query<Texts<OrderRow>>(
    `select id::text, book, market, side, ${UNITS('price')} as price, status, ${MICROS('at')} as at,
            ${MICROS('closed_at')} as "closedAt"
       from spot_order where kind = 'limit' and force <> 'ioc'`,
  );
  const fills = await client.query<Texts<FillRow>>(
    `select id::text, book, market, side, ${UNITS('price')} as price, taker_order::text as "takerOrder",
            maker_order::text as "makerOrder", ${MICROS('at')} as at from spot_fill`,
  );
  return findPriorityBreaches(
    orders.rows.map(({ id, price, at, closedAt, ...row }) => ({
      ...row,
      id: whole(id),
      price: whole(price),
      at: whole(at),
      closedAt: wholeOrNone(closedAt),
    })),
    fills.rows.map(({ id, price, takerOrder, makerOrder, at, ...row }) => ({
      ...row,
      id: whole(id),
      price: whole(price),
      takerOrder: wholeOrNone(takerOrder),
      makerOrder: wholeOrNone(makerOrder),
      at: whole(at),
    })),
  );
}

const whole = (text: string | null) => BigInt(text ?? 0);
const wholeOrNone = (text: string | null) => (text === null ? undefined : BigInt(text));

/** An id names the process that issued it, in ten bits above its counter of twelve. */
const WRITER_OF = (id: string) => `(${id} >> 12) & 1023`;

/**
 * Counts changes of the writing process, shard by shard in the order of ids, beyond those that a load explains. An
 * owner that writes after it lost the lease takes turns with its successor.
 */
export async function countOwners(client: pg.Client, loads: ReadonlyMap<string, number>): Promise<number> {
  const { rows } = await client.query<{ book: keyof typeof SHARDS; owners: string }>(
    `select book, count(*) as owners
       from (select book, writer, lag(writer) over (partition by book order by id) as before
               from (select id, book, ${WRITER_OF('id')} as writer from spot_order
                      union all
                     select id, book, ${WRITER_OF('id')} from spot_fill) written) turns
      where writer is distinct from before group by book`,
  );
  return rows.reduce((sum, { book, owners }) => sum + Math.max(0, Number(owners) - (loads.get(SHARDS[book]) ?? 0)), 0);
}
