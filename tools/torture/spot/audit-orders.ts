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

const MEETINGS = `
  select f.*, t.book as t_book, m.book as m_book, t.market as t_market, m.market as m_market, t.side as t_side,
         m.side as m_side, t.price as t_price, m.price as m_price, t.user_id as t_user, m.user_id as m_user,
         t.force as t_force
    from spot_fill f left join spot_order t on t.id = f.taker_order left join spot_order m on m.id = f.maker_order`;

/** Invariants of orders and fills. Each query returns violations. */
export const ABOUT_ORDERS = {
  'order that is not the sum of its fills': `
    select from (${SUMS}) o where o.filled <> o.sum_quantity or o.cost <> o.sum_cost`,
  'fee that is not the exact one, rounded up once': `
    select from (${SUMS}) o
     where o.exact_fee <> o.sum_exact or o.fee <> ${up('o.sum_exact')} or o.fee <> o.sum_fee`,
  'state that does not fit': `
    select from spot_order
     where (status = 'filled') <> (filled = quantity) or filled > quantity or (status = 'open' and force = 'ioc')`,
  'hold that is not what the rest needs': `
    select from spot_order where held <> case
      when status <> 'open' then 0
      when side = 'sell' then quantity - filled
      else (quantity - filled) * price + ${up('exact_fee + (quantity - filled) * price * maker_rate')} - fee end`,
  'crossed book': `
    select book, market from spot_order where status = 'open' group by book, market
    having max(price) filter (where side = 'buy') >= min(price) filter (where side = 'sell')`,
  'fill of somebody with themselves': `select from (${MEETINGS}) f where f.t_user = f.m_user or f.taker = f.maker`,
  'fill across books or markets': `
    select from (${MEETINGS}) f
     where (f.book, f.market, f.book, f.market) is distinct from (f.t_book, f.t_market, f.m_book, f.m_market)`,
  'fill of the wrong people or sides': `
    select from (${MEETINGS}) f
     where (f.taker, f.maker, f.side) is distinct from (f.t_user, f.m_user, f.t_side) or f.t_side = f.m_side`,
  'fill at another price than the maker’s, or worse than the taker’s': `
    select from (${MEETINGS}) f
     where f.price <> f.m_price or case f.t_side when 'buy' then f.price > f.t_price else f.price < f.t_price end`,
  'fill by an order that may only rest': `select from (${MEETINGS}) f where f.t_force = 'post'`,
  'event that is missing, or more than one': `
    select from spot_fill f
      full join (select (e ->> 'id')::bigint as id, count(*) as times from outbox,
                        lateral jsonb_array_elements(payload -> 'fills') e
                  where topic = 'spot.fill.settled' group by 1) told using (id)
     where f.side is null or told.times is distinct from 1`,
} as const;
