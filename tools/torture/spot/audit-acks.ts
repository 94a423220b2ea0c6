import { FINDINGS } from './findings.ts';

/**
 * Idempotency records of the engine. A record's key is specific to its shard and is ignored; its effect is compared.
 */
const RECORDS = `
  select user_id as "user", (answer ->> 'order')::bigint as ord,
         case route when 'POST /coin/trade' then 'spot.place' when 'PUT /coin/trade' then 'spot.cancel' else route end as name
    from idempotency`;

/** Compares clients' answers with the tables. Each query returns violations. */
export const ABOUT_ACKS = {
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
