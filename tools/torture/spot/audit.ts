import type pg from 'pg';
import { auditBooks } from '../ack-audit.ts';
import { countRows, countWrongs, withClient } from '../rig.ts';
import { ABOUT_HOUSE, countActivity, countOwners, findOverlapping, findPassed } from './audit-house.ts';
import type { Acknowledgement } from './intents.ts';
import { isPoison } from './orders.ts';

/** Acknowledgements and counts of each kind of violation; only those that occurred. */
export type Report = {
  readonly ok: number;
  readonly fail: number;
  readonly orders: number;
  readonly fills: number;
  readonly wrongs: ReadonlyMap<string, number>;
  /** Fills that passed an order with a better place in the queue. */
  readonly breaches: number;
  /** Counts of order kinds, and of what the house did. */
  readonly activity: ReadonlyMap<string, number>;
};

/** Names of findings that an injected fault must cause; each is also a finding of the run without one. */
export const FINDINGS = {
  lost: 'lost',
  twice: 'done twice',
  fee: 'fee that is not the exact one, rounded up once',
  priority: 'fill that passed an order with priority',
  owners: 'written by two owners at once',
} as const;

/**
 * Compares the clients' logs with the tables as a final audit, in independent SQL. It imports no product code, so a bug
 * there cannot be repeated here; only overlaps of receipts are found by the product's own check. `loads` is how often
 * an engine loaded each shard: nobody else may have written it.
 */
export async function auditOrders(
  url: string,
  acks: readonly Acknowledgement[],
  loads: ReadonlyMap<string, number>,
): Promise<Report> {
  return await withClient(url, async (client) => {
    await loadText(client, acks);
    await client.query('analyze');
    const wrongs = await countWrongs(client, { ...FINDING_TEXTS, ...ABOUT_ORDERS, ...ABOUT_MONEY, ...ABOUT_HOUSE });
    const breaches = (await findPassed(client)).length;
    const found = { [FINDINGS.priority]: breaches, [FINDINGS.owners]: await countOwners(client, loads) };
    for (const [wrong, times] of Object.entries(found)) if (times > 0) wrongs.set(wrong, times);
    for (const [wrong, times] of await findOverlapping(url)) wrongs.set(wrong, times);
    for (const [wrong, times] of await auditBooks(url)) wrongs.set(wrong, times);
    const of = (outcome: string) => acks.filter((ack) => ack.outcome === outcome).length;
    const orders = await countRows(client, 'select from spot_order');
    const fills = await countRows(client, 'select from spot_fill');
    return { ok: of('ok'), fail: of('fail'), orders, fills, wrongs, breaches, activity: await countActivity(client) };
  });
}

/** Loads the logs. `requests`: requests and their outcomes as known to the client. `answers`: every answer it received. */
async function loadText(client: pg.Client, acks: readonly Acknowledgement[]): Promise<void> {
  await client.query(`
    create temp table requests (key uuid, "user" bigint, book text, name text, market int, side text, kind text,
      price numeric, quantity numeric, budget numeric, force text, ord bigint, outcome text, why text,
      is_poison boolean, is_lite boolean);
    create temp table answers (key uuid, id bigint, status text, filled numeric, cost numeric, fee numeric)`);
  const outcomes = acks.map(({ intent, outcome, why }) => ({
    key: intent.key,
    user: intent.user,
    book: intent.mode,
    name: intent.name,
    outcome,
    why,
    is_poison: isPoison(intent),
    ...(intent.name === 'spot.cancel' && { ord: intent.order }),
    ...(intent.name === 'spot.place' && { market: intent.market, ...intent.request, is_lite: intent.isLite }),
  }));
  const acked = acks.flatMap(({ intent: { key }, answers }) => answers.map((answer) => ({ key, ...answer })));
  await client.query('insert into requests select * from json_populate_recordset(null::requests, $1)', [
    JSON.stringify(outcomes),
  ]);
  await client.query('insert into answers select * from json_populate_recordset(null::answers, $1)', [
    JSON.stringify(acked),
  ]);
}

/** Amounts moved by all trades, by account. */
const MOVED = `
  select 'user:' || o.user_id as owner, o.book, m.quote as currency,
         sum(case o.side when 'buy' then -o.cost else o.cost end - o.fee) as change
    from spot_order o join market m on m.id = o.market group by 1, 2, 3
   union all
  select 'user:' || o.user_id, o.book, m.base, sum(case o.side when 'buy' then o.filled else -o.filled end)
    from spot_order o join market m on m.id = o.market group by 1, 2, 3`;

const FUNDED = `
  select a.id, sum(e.available_delta + e.frozen_delta) as amount
    from ledger_entry e join ledger_transfer t on t.id = e.transfer join ledger_account a on a.id = e.account
   where t.kind = 'wallet.change' and a.kind = 'exchange' group by a.id`;

/** Invariants between orders and the ledger. Each query returns violations. */
const ABOUT_MONEY = {
  'frozen that no order explains': `
    select from (select * from ledger_account where kind = 'exchange') a
      full join (select 'user:' || o.user_id as owner, o.book,
                        case o.side when 'buy' then m.quote else m.base end as currency, sum(o.held) as held
                   from spot_order o join market m on m.id = o.market where o.status = 'open' group by 1, 2, 3) h
        on (h.owner, h.book, h.currency) = (a.owner, a.book, a.currency)
     where coalesce(a.frozen, 0) <> coalesce(h.held, 0)`,
  'balance that is not what was given and traded': `
    select from (select * from ledger_account where kind = 'exchange') a left join (${FUNDED}) f on f.id = a.id
      full join (select owner, book, currency, sum(change) as change from (${MOVED}) moved group by 1, 2, 3) c
        on (c.owner, c.book, c.currency) = (a.owner, a.book, a.currency)
     where coalesce(a.available + a.frozen, 0) <> coalesce(f.amount, 0) + coalesce(c.change, 0)`,
  'fee income that is not the fees': `
    select from (select book, sum(available) as income from ledger_account where kind = 'fee_income' group by book) a
      full join (select book, sum(fee) as fees from spot_order group by book) o using (book)
     where coalesce(a.income, 0) <> coalesce(o.fees, 0)`,
  'fill without its transfer, or a transfer without its fill': `
    select from spot_fill f full join (select ref, book from ledger_transfer where kind = 'spot.fill') t
        on t.ref = f.id::text and t.book = f.book
     where f.id is null or t.ref is null`,
  'hold or release that is there twice, or for no order': `
    select from (select kind, ref, count(*) as times from ledger_transfer
                  where kind in ('spot.hold', 'spot.release') group by 1, 2) t
      left join spot_order o on o.id::text = t.ref where o.id is null or t.times > 1`,
} as const;

/** Each order's share of every fill, with its exact fee. */
const PARTS = `
  select f.taker_order as id, f.price * f.quantity as cost, f.quantity, f.taker_fee as fee,
         f.price * f.quantity * o.taker_rate as exact
    from spot_fill f join spot_order o on o.id = f.taker_order
   union all
  select f.maker_order, f.price * f.quantity, f.quantity, f.maker_fee, f.price * f.quantity * o.maker_rate
    from spot_fill f join spot_order o on o.id = f.maker_order`;

const SUMS = `
  select o.*, coalesce(p.quantity, 0) as sum_quantity, coalesce(p.cost, 0) as sum_cost, coalesce(p.fee, 0) as sum_fee,
         coalesce(p.exact, 0) as sum_exact
    from spot_order o
    left join (select id, sum(quantity) as quantity, sum(cost) as cost, sum(fee) as fee, sum(exact) as exact
                 from (${PARTS}) part group by id) p using (id)`;

/** Rounds up at eighteen places. */
const up = (exact: string) => `ceil((${exact}) * 1000000000000000000) * 0.000000000000000001`;

const MATCHES = `
  select f.*, t.book as t_book, m.book as m_book, t.market as t_market, m.market as m_market, t.side as t_side,
         m.side as m_side, t.price as t_price, m.price as m_price, t.user_id as t_user, m.user_id as m_user,
         t.force as t_force
    from spot_fill f left join spot_order t on t.id = f.taker_order left join spot_order m on m.id = f.maker_order`;

/** Invariants of orders and fills. Each query returns violations. */
const ABOUT_ORDERS = {
  'order that is not the sum of its fills': `
    select from (${SUMS}) o where o.filled <> o.sum_quantity or o.cost <> o.sum_cost`,
  [FINDINGS.fee]: `
    select from (${SUMS}) o
     where o.exact_fee <> o.sum_exact or o.fee <> ${up('o.sum_exact')} or o.fee <> o.sum_fee`,
  'state that does not fit': `
    select from spot_order
     where (status = 'filled') <> (filled = quantity) or filled > quantity or (status = 'open' and force = 'ioc')
        or (kind = 'market' and (force <> 'ioc' or filled = 0))`,
  'spent more than its budget': `select from spot_order where side = 'buy' and cost + fee > budget`,
  'hold that is not what the rest needs': `
    select from spot_order where held <> case
      when status <> 'open' then 0
      when side = 'sell' then quantity - filled
      else (quantity - filled) * price + ${up('exact_fee + (quantity - filled) * price * maker_rate')} - fee end`,
  'crossed book': `
    select book, market from spot_order where status = 'open' group by book, market
    having max(price) filter (where side = 'buy') >= min(price) filter (where side = 'sell')`,
  'fill of somebody with themselves': `select from (${MATCHES}) f where f.t_user = f.m_user or f.taker = f.maker`,
  'fill across books or markets': `
    select from (${MATCHES}) f
     where (f.taker_order is not null and (f.book, f.market) is distinct from (f.t_book, f.t_market))
        or (f.maker_order is not null and (f.book, f.market) is distinct from (f.m_book, f.m_market))`,
  'fill of the wrong people or sides': `
    select from (${MATCHES}) f
     where (f.taker, f.maker) is distinct from (f.t_user, f.m_user) or f.t_side = f.m_side
        or f.side is distinct from coalesce(f.t_side, case f.m_side when 'buy' then 'sell' when 'sell' then 'buy' end)`,
  'fill at another price than the maker’s, or worse than the taker’s': `
    select from (${MATCHES}) f
     where f.price <> f.m_price or case f.t_side when 'buy' then f.price > f.t_price else f.price < f.t_price end`,
  'fill by an order that may only rest': `select from (${MATCHES}) f where f.t_force = 'post'`,
  'event that is missing, or more than one': `
    select from spot_fill f
      full join (select (e ->> 'id')::bigint as id, count(*) as times from outbox,
                        lateral jsonb_array_elements(payload -> 'fills') e
                  where topic = 'spot.fill.settled' group by 1) settled using (id)
     where f.side is null or settled.times is distinct from 1`,
} as const;

/**
 * Idempotency records of the engine. A record's key is specific to its shard and is ignored; its effect is compared.
 */
const RECORDS = `
  select user_id as "user", (answer ->> 'order')::bigint as ord,
         case route when 'POST /coin/trade' then 'spot.place' when 'PUT /coin/trade' then 'spot.cancel' else route end as name
    from idempotency`;

/** Compares clients' answers with the tables. Each query returns violations. */
const FINDING_TEXTS = {
  [FINDINGS.lost]: `
    select from answers t join requests s using (key) left join spot_order o on o.id = t.id and o.user_id = s."user"
     where s.name <> 'spot.cancelAll' and o.id is null`,
  'acknowledged without an answer that names an order': `
    select from requests s left join answers t using (key) where s.outcome = 'ok' and s.name <> 'spot.cancelAll' and t.id is null`,
  'made by another request than the one answered': `
    select from answers t join requests s using (key) join spot_order o on o.id = t.id
     where s.name = 'spot.place' and o.key <> s.key`,
  [FINDINGS.twice]: `select user_id, key from spot_order group by user_id, key having count(*) > 1`,
  'two orders answered for one key': `select key from answers where id is not null group by key having count(distinct id) > 1`,
  'refused but kept': `
    select from requests s join spot_order o on o.key = s.key and o.user_id = s."user" where s.outcome = 'fail'`,
  'kept but never sent': `
    select from spot_order o left join requests s on s.key = o.key and s."user" = o.user_id and s.name = 'spot.place'
     where s.key is null`,
  'never settled': `select from requests where outcome = 'unknown'`,
  'not as it was meant': `
    select from spot_order o join requests s on s.key = o.key and s."user" = o.user_id
     where (o.book, o.market, o.side, o.price, o.quantity, o.budget, o.force, o.kind)
           is distinct from (s.book, s.market, s.side, s.price, s.quantity, s.budget, coalesce(s.force, 'ioc'), s.kind)`,
  'answered more than there is': `
    select from answers t join spot_order o using (id) where t.filled > o.filled or t.cost > o.cost or t.fee > o.fee`,
  'answered closed and open again': `
    select from answers t join spot_order o using (id)
     where t.status <> 'open' and (t.status <> o.status or t.filled <> o.filled or t.cost <> o.cost or t.fee <> o.fee)`,
  'cancelled for the client alone': `
    select from requests s join answers t using (key) join spot_order o on o.id = t.id
     where s.name = 'spot.cancel' and (o.id <> s.ord or o.status <> 'cancelled' or o.reason <> 'user')`,
  'not cancelled because closed, and open': `
    select from requests s join spot_order o on o.id = s.ord
     where s.name = 'spot.cancel' and s.why = 'order_state_changed' and o.status = 'open'`,
  'acknowledged without a record': `
    select from requests s join answers t using (key)
      left join (${RECORDS}) r on (r."user", r.name, r.ord) = (s."user", s.name, t.id)
     where s.outcome = 'ok' and s.name <> 'spot.cancelAll' and r.ord is null`,
  'recorded for nobody, or for somebody who was refused': `
    select from (${RECORDS}) r left join spot_order o on o.id = r.ord
      left join (select *, case name when 'spot.place' then key::text else ord::text end as of from requests) s
        on (s."user", s.name, s.of) = (r."user", r.name, case r.name when 'spot.place' then o.key::text else r.ord::text end)
     where r.ord is not null and coalesce(s.outcome, 'fail') = 'fail'`,
  'recorded twice': `select from (${RECORDS}) r where r.ord is not null group by "user", name, ord having count(*) > 1`,
  'another number of records of cancelling all': `
    select from (select "user", count(*) filter (where outcome = 'ok') as least, count(*) filter (where outcome <> 'fail') as most
                   from requests where name = 'spot.cancelAll' group by 1) s
      full join (select "user", count(*) as n from (${RECORDS}) r where r.ord is null group by 1) r using ("user")
     where coalesce(r.n, 0) not between coalesce(s.least, 0) and coalesce(s.most, 0)`,
  'failed alone, and was not dead-lettered': `
    select from requests s left join engine_dead_command d on d.command ->> 'key' = s.key::text
     where s.is_poison and s.outcome = 'fail' and d.id is null`,
  'dead-lettered, and was no poison': `
    select from engine_dead_command d left join requests s on s.key::text = d.command ->> 'key'
     where s.is_poison is distinct from true`,
} as const;
