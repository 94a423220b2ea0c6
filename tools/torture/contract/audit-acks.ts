import { contractSettled } from '@app/protocol/events';
import { FINDINGS } from './findings.ts';

/** Requests that place an order of their own. */
const PLACING = `s.name in ('contract.open', 'contract.reverse')`;
const CHANGES = `('contract.margin_added', 'contract.margin_removed')`;

const MARGINS = `
  select t.kind, split_part(t.ref, ':', 1) as position, count(*) as times, sum(abs(e.frozen_delta)) as amount
    from ledger_transfer t join ledger_entry e on e.transfer = t.id where t.kind in ${CHANGES} group by 1, 2`;

const ASKED_MARGINS = `
  select case name when 'contract.addMargin' then 'contract.margin_added' else 'contract.margin_removed' end as kind,
         fields ->> 'id' as position, count(*) as times, sum((fields ->> 'amount')::numeric) as amount
    from requests where name in ('contract.addMargin', 'contract.removeMargin') and outcome = 'ok' group by 1, 2`;

/** Compares the clients' logs with the tables. Each query returns violations. */
export const ABOUT_ACKS = {
  [FINDINGS.lost]: `
    select from answers a join requests s using (key)
      left join contract_position p on p.id = a.id and p.user_id = s."user"
     where a.id is not null and p.id is null`,
  'lost as a record': `
    select from requests s left join idempotency i on i.key = s.key and i.user_id = s."user"
     where s.outcome = 'ok' and i.key is null`,
  'order that another request made': `
    select from answers a join requests s using (key) join contract_position p on p.id = a.id
     where ${PLACING} and p.key <> s.key`,
  'done twice': `select key from contract_position group by user_id, key having count(*) > 1`,
  'two orders answered for one key': `select key from answers where id is not null group by key having count(distinct id) > 1`,
  'refused but kept': `
    select from requests s join contract_position p on p.key = s.key and p.user_id = s."user" where s.outcome = 'fail'`,
  'kept but never sent': `
    select from contract_position p left join requests s on s.key = p.key and s."user" = p.user_id and ${PLACING}
     where s.key is null`,
  'never settled': `select from requests where outcome = 'unknown'`,
  'not as it was meant': `
    select from contract_position p join requests s on s.key = p.key and s."user" = p.user_id
     where s.name = 'contract.open'
       and (p.market, p.side, p.opened_lots, p.leverage, p.limit_price, p.series) is distinct from
           ((s.fields ->> 'market')::int, s.fields ->> 'side', (s.fields ->> 'lots')::numeric,
            (s.fields ->> 'leverage')::int, (s.fields ->> 'limit')::numeric, (s.fields ->> 'series')::date)`,
  'stops that were answered and never in force': `
    select from requests s join answers a using (key)
     where s.name = 'contract.setStops'
       and ((s.fields ->> 'stopLoss')::numeric, (s.fields ->> 'takeProfit')::numeric) is distinct from
           (a.stop_loss_price, a.target_profit_price) and a.status in (0, 1)
        or s.name = 'contract.setStops' and not exists (
             select from rig_history h where h.position = a.id
                and (h.row ->> 'stop_loss')::numeric is not distinct from (s.fields ->> 'stopLoss')::numeric
                and (h.row ->> 'take_profit')::numeric is not distinct from (s.fields ->> 'takeProfit')::numeric)`,
  'close that was answered and not done once': `
    select from (select (fields ->> 'id')::bigint as position, count(*) as asked from requests
                  where name = 'contract.close' and outcome = 'ok' group by 1) s
      left join (select position, count(*) as done from contract_settlement
                  where cause in ('user', 'delivery') group by 1) d using (position)
      left join contract_position p on p.id = s.position
     where coalesce(d.done, 0) + (p.status = 'closing' and p.cause = 'user')::int < s.asked`,
  'close that nobody asked for': `
    select from contract_settlement d
     where d.cause = 'user' and not exists (
       select from requests s where s."user" = d.user_id and s.outcome = 'ok'
          and (s.name = 'contract.closeAll' or (s.name = 'contract.close' and (s.fields ->> 'id')::bigint = d.position)))`,
  'more closes than were asked for': `
    select from (select position, user_id, count(*) as done from contract_settlement where cause = 'user' group by 1, 2) d
     where d.done > (select count(*) from requests s where s.outcome = 'ok' and s."user" = d.user_id
                        and (s.name = 'contract.closeAll'
                             or (s.name = 'contract.close' and (s.fields ->> 'id')::bigint = d.position)))`,
  'reverse that was answered and not done once': `
    select from requests s
      left join contract_settlement d on d.position = (s.fields ->> 'id')::bigint and d.cause = 'reverse'
     where s.name = 'contract.reverse' and s.outcome = 'ok' and d.id is null`,
  'cancelled for the client alone': `
    select from requests s join contract_position p on p.id = (s.fields ->> 'id')::bigint
     where s.name = 'contract.cancel' and s.outcome = 'ok' and (p.status <> 'cancelled' or p.cause <> 'user')`,
  'margin that was changed otherwise than answered': `
    select from (${ASKED_MARGINS}) s full join (${MARGINS}) d using (kind, position)
     where (coalesce(s.times, 0), coalesce(s.amount, 0)) <> (coalesce(d.times, 0), coalesce(d.amount, 0))`,
  'dead letter': `select from engine_dead_command`,
} as const;

const LIVE = `status in ('pending', 'open', 'closing')`;

/** Each query returns violations. */
export const ABOUT_MONEY = {
  'frozen that no position explains': `
    select from (select * from ledger_account where kind = 'contract') a
      full join (select 'user:' || user_id as owner, book, sum(margin + held_fee) as held
                   from contract_position where ${LIVE} group by 1, 2) h on (h.owner, h.book) = (a.owner, a.book)
     where coalesce(a.frozen, 0) <> coalesce(h.held, 0)`,
  'money that came from nowhere': `
    select t.book from ledger_transfer t join ledger_entry e on e.transfer = t.id join ledger_account a on a.id = e.account
     where t.kind like 'contract.%' and t.kind <> 'contract.funding' group by t.book
    having sum(e.available_delta + e.frozen_delta) <> 0`,
  'fund below zero': `select from ledger_account where kind in ('insurance', 'capital') and available < 0`,
  'shortfall that is not paid as it is said': `
    select from contract_settlement where by_insurance + by_capital > shortfall`,
  'charge without its transfer, or a transfer without its charge': `
    select from (select * from contract_charge where charge > 0) c
      full join (select ref from ledger_transfer where kind = 'contract.overnight') t
        on t.ref = c.position || ':' || c.day
     where c.id is null or t.ref is null`,
  'night charged twice': `select position, day from contract_charge group by position, day having count(*) > 1`,
  'settlement without its event, or more than one': `
    select from contract_settlement s
      full join (select (e ->> 'id')::bigint as id, count(*) as times from outbox,
                        lateral jsonb_array_elements(payload -> 'settlements') e
                  where topic = '${contractSettled.topic}' group by 1) settled using (id)
     where s.cause is null or settled.times is distinct from 1`,
  'position without its receipts': `
    select from contract_position p left join receipt r on r.id = p.id and r.kind = 'contract.open'
     where p.entry is not null and r.id is null`,
} as const;
