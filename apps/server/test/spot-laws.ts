import type pg from 'pg';

/** Law of spot: rows found by its query violate it, and `breach` is an injected violation that it must find. */
type Law = { readonly found: string; readonly breach: string };

const FILLS_OF_ORDERS = `
  select taker_order as id, book, market, quantity, price * quantity as cost, taker_fee as fee, true as is_taker
    from spot_fill where taker_order is not null
  union all
  select maker_order, book, market, quantity, price * quantity, maker_fee, false
    from spot_fill where maker_order is not null`;

/** Thirty-six decimal places: products of values with eighteen are exact. */
const REST_FEE = `ceil((exact_fee + (quantity - filled) * price * maker_rate) * 1e18) / 1e18`;

const PARTIES = `
  select book, market, quantity, price * quantity as cost, 'user:' || taker as who, taker_fee as fee, side = 'buy' as buys
    from spot_fill where taker is not null
  union all
  select book, market, quantity, price * quantity, 'user:' || maker, maker_fee, side = 'sell' from spot_fill where maker is not null
  union all
  select book, market, quantity, price * quantity, 'house:ladder-' || market, 0, (side = 'buy') = (taker is null)
    from spot_fill where taker is null or maker is null`;

/** Expected balances per owner, from fills and external transfers alone: nothing here is read from a balance. */
const MOVED = `
  select p.book, p.who as owner, m.base as currency, case when buys then quantity else -quantity end as moved
    from (${PARTIES}) p join market m on m.id = p.market
  union all
  select p.book, p.who, m.quote, case when buys then -cost else cost end - fee from (${PARTIES}) p join market m on m.id = p.market
  union all
  select p.book, 'house:spot-' || p.book, m.quote, fee from (${PARTIES}) p join market m on m.id = p.market
  union all
  select t.book, a.owner, a.currency, e.available_delta + e.frozen_delta
    from ledger_transfer t join ledger_entry e on e.transfer = t.id join ledger_account a on a.id = e.account
   where t.kind in ('wallet.change', 'capital.paid_in', 'spot.ladder.funding') and a.kind in ('exchange', 'house_ladder')`;

export const LAWS: Readonly<Record<string, Law>> = {
  'the orders of a book never cross': {
    found: `select book, market from spot_order where status = 'open' group by book, market
             having max(price) filter (where side = 'buy') >= min(price) filter (where side = 'sell')`,
    breach: `update spot_order set price = case side when 'buy' then 1e9 else 1e-8 end where status = 'open'`,
  },
  'an order has what its fills say': {
    found: `select o.id from spot_order o left join (${FILLS_OF_ORDERS}) f on f.id = o.id group by o.id
             having o.filled <> coalesce(sum(f.quantity), 0) or o.cost <> coalesce(sum(f.cost), 0)
                 or o.fee <> coalesce(sum(f.fee), 0)`,
    breach: `update spot_order set cost = cost + 0.00001 where filled > 0`,
  },
  'an order costs its exact fee, rounded up once': {
    found: `select o.id from spot_order o left join (${FILLS_OF_ORDERS}) f on f.id = o.id group by o.id
             having o.exact_fee <> coalesce(sum(f.cost * case when f.is_taker then o.taker_rate else o.maker_rate end), 0)
                 or o.fee * 1e18 <> ceil(o.exact_fee * 1e18)`,
    breach: `update spot_order set exact_fee = exact_fee - 1e-18 where filled > 0`,
  },
  'an order is in the state that its figures say': {
    found: `select id from spot_order where
              (status = 'open' and (kind <> 'limit' or force = 'ioc' or filled >= quantity))
              or (status = 'filled' and quantity is not null and filled <> quantity)
              or (status = 'cancelled' and quantity is not null and filled = quantity)
              or (side = 'buy' and budget is not null and cost + fee > budget)
              or (side = 'sell' and budget is not null and (status = 'filled') <> (cost - fee >= budget))
              or (reason = 'remainder' and kind = 'limit' and force <> 'ioc')`,
    breach: `update spot_order set status = 'filled', held = 0, closed_at = now() where status = 'open'`,
  },
  'no fill is worse than its orders’ limits': {
    found: `select f.id from spot_fill f join spot_order o on o.id in (f.taker_order, f.maker_order)
             where (o.side = 'buy' and f.price > o.price) or (o.side = 'sell' and f.price < o.price)
                or (o.id = f.maker_order and f.price <> o.price) or o.book <> f.book or o.market <> f.market
                or o.user_id is distinct from case o.id when f.taker_order then f.taker else f.maker end
                or (o.side = f.side) <> (o.id is not distinct from f.taker_order)`,
    breach: `update spot_order set price = price + 1 where kind = 'limit' and side = 'sell' and filled > 0`,
  },
  'an open order holds exactly what it may still need': {
    found: `select id from spot_order where held <> case
              when status <> 'open' then 0 when side = 'sell' then quantity - filled
              else (quantity - filled) * price + ${REST_FEE} - fee end`,
    breach: `update spot_order set held = held + 1e-18 where status = 'open'`,
  },
  'open orders explain what is frozen, and nothing else is': {
    found: `select from (select owner, currency, book, frozen from ledger_account where kind = 'exchange' and frozen <> 0) a
              full join (select 'user:' || o.user_id as owner, case o.side when 'buy' then m.quote else m.base end as currency,
                                o.book, sum(o.held) as held
                           from spot_order o join market m on m.id = o.market where o.status = 'open' group by 1, 2, 3) h
                on h.owner = a.owner and h.currency = a.currency and h.book = a.book
             where a.frozen is distinct from h.held`,
    breach: `update ledger_account set frozen = frozen + 1, available = available - 1 where kind = 'exchange' and frozen > 0`,
  },
  'nobody trades with themselves': {
    found: `select id from spot_fill where taker = maker or taker_order = maker_order or (taker is null and maker is null)`,
    breach: `update spot_fill set taker_order = maker_order`,
  },
  'no lot is lost: everybody has what came from outside and what they traded': {
    found: `select from (select owner, currency, book, available + frozen as has from ledger_account
                          where kind in ('exchange', 'house_ladder', 'fee_income') and available + frozen <> 0) a
              full join (select owner, currency, book, sum(moved) as due from (${MOVED}) m group by 1, 2, 3) d
                using (owner, currency, book)
             where coalesce(has, 0) <> coalesce(due, 0)`,
    breach: `update spot_fill set quantity = quantity + 1 where maker is null`,
  },
  'the books of the ledger add up': {
    found: `select a.id::text from ledger_account a
              left join (select account, sum(available_delta) as available, sum(frozen_delta) as frozen
                           from ledger_entry group by account) e on e.account = a.id
             where a.available <> coalesce(e.available, 0) or a.frozen <> coalesce(e.frozen, 0)
            union all
            select currency from ledger_account group by currency, book having sum(available + frozen) <> 0`,
    breach: `update ledger_account set available = available + 1 where kind = 'fee_income'`,
  },
  'every trade with the house has its receipt, and nothing else has one': {
    found: `select from (select id from spot_fill where taker is null or maker is null) f
              full join receipt r on r.id = f.id where f.id is null or r.id is null`,
    breach: `delete from receipt`,
  },
};

/** Returns the violated laws, each with its number of violations. */
export async function findBroken(root: pg.Client): Promise<readonly string[]> {
  const broken: string[] = [];
  for (const [name, { found }] of Object.entries(LAWS)) {
    const { rows } = await root.query<{ n: number }>(`select count(*)::int as n from (${found}) wrong`);
    if (rows[0]?.n !== 0) broken.push(`${name}: ${rows[0]?.n}`);
  }
  return broken;
}

/** Returns the laws that detect a breach; the breach is rolled back at once. */
export async function findAfterBreach(root: pg.Client, breach: string): Promise<readonly string[]> {
  await root.query('begin');
  try {
    await root.query(`set local session_replication_role = replica`);
    for (const table of ['spot_order', 'spot_fill', 'ledger_account']) await dropChecks(root, table);
    await root.query(breach);
    return await findBroken(root);
  } finally {
    await root.query('rollback');
  }
}

/**
 * Drops check constraints. The database refuses many breaches itself; this tests that the laws would detect them too.
 */
async function dropChecks(root: pg.Client, table: string): Promise<void> {
  const { rows } = await root.query<{ conname: string }>(
    `select conname from pg_constraint where conrelid = $1::regclass and contype = 'c'`,
    [table],
  );
  for (const { conname } of rows) await root.query(`alter table ${table} drop constraint "${conname}"`);
}
