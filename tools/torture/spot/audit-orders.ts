import { FINDINGS } from './findings.ts';

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
export const ABOUT_MONEY = {
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
export const ABOUT_ORDERS = {
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
