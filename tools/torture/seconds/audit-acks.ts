import { betsSettled } from '@app/protocol/events';
import { FINDINGS } from './findings.ts';

/** Compares the clients' logs with the tables. Each query returns violations. */
export const ABOUT_ACKS = {
  [FINDINGS.lost]: `
    select from answers a join requests s using (key)
      left join seconds_bet b on b.id = a.id and b.user_id = s."user" where b.id is null`,
  'lost as a record': `
    select from requests s left join idempotency i on i.key = s.key and i.user_id = s."user"
     where s.outcome = 'ok' and i.key is null`,
  'bet that another request made': `
    select from answers a join requests s using (key) join seconds_bet b on b.id = a.id
     where s.name = 'seconds.bet' and b.key <> s.key`,
  'accepted twice': `select key from seconds_bet group by user_id, key having count(*) > 1`,
  'two bets answered for one key': `select key from answers group by key having count(distinct id) > 1`,
  'refused but kept': `
    select from requests s join seconds_bet b on b.key = s.key and b.user_id = s."user" where s.outcome = 'fail'`,
  'kept but never sent': `
    select from seconds_bet b left join requests s on s.key = b.key and s."user" = b.user_id and s.name = 'seconds.bet'
     where s.key is null`,
  'never settled': `select from requests where outcome = 'unknown'`,
  'not as it was meant': `
    select from seconds_bet b join requests s on s.key = b.key and s."user" = b.user_id
     where (b.market, b.side, b.seconds, b.stake, b.currency) is distinct from
           ((s.fields ->> 'market')::int, s.fields ->> 'side', (s.fields ->> 'seconds')::int, (s.fields ->> 'stake')::numeric,
            s.fields ->> 'currency')
        or b.terms <> (s.fields ->> 'version')::int`,
  'answer that is not what became of the bet': `
    select from answers a join seconds_bet b using (id) left join seconds_settlement e on e.bet = b.id
     where (a.created, a.terms, a.rate) is distinct from (b.accepted_ms, b.terms, b.payout_rate)
        or a.cancel_sent <> b.cancel_ms or a.entry_time <> b.entry_ms or a.exit_time <> e.exit_ms
        or a.result <> e.outcome or a.returned <> e.returned
        or (e.bet is null and (a.result is not null or a.returned is not null))`,
  'cancel that was answered and not noted': `
    select from requests s join seconds_bet b on b.id = (s.fields ->> 'id')::bigint
     where s.name = 'seconds.cancel' and s.outcome = 'ok' and b.cancel_ms is null`,
  'cancel that nobody asked for': `
    select from seconds_bet b where b.cancel_ms is not null and not exists (
      select from requests s where s.name = 'seconds.cancel' and s.outcome <> 'fail' and s."user" = b.user_id
         and (s.fields ->> 'id')::bigint = b.id)`,
  'terms that are not those of its version': `
    select from seconds_bet b
      left join setting t on t.key = 'seconds.terms' and t.version = b.terms
      left join lateral (select p ->> 'rate' as rate from jsonb_array_elements(t.value -> 'payouts') p
                          where (p ->> 'seconds')::int = b.seconds) offered on true
     where (b.payout_rate, b.entry_delay_ms, b.cancel_lead_ms, b.void_after_ms) is distinct from
           (offered.rate::numeric, (t.value ->> 'entry_delay_ms')::int, (t.value ->> 'cancel_lead_ms')::int,
            (t.value ->> 'void_after_ms')::int)`,
  'dead letter': `select from engine_dead_command`,
} as const;

/** Each query returns violations. */
export const ABOUT_ROWS = {
  'frozen that no open bet explains': `
    select from (select * from ledger_account where kind = 'seconds') a
      full join (select 'user:' || user_id as owner, book, sum(stake) as held
                   from seconds_bet where status in ('waiting', 'running') group by 1, 2) h on (h.owner, h.book) = (a.owner, a.book)
     where coalesce(a.frozen, 0) <> coalesce(h.held, 0)`,
  'money that came from nowhere': `
    select t.book from ledger_transfer t join ledger_entry e on e.transfer = t.id
     where t.kind like 'seconds.%' group by t.book having sum(e.available_delta + e.frozen_delta) <> 0`,
  'fund below zero': `select from ledger_account where kind = 'capital' and available < 0`,
  'ended without a settlement, or a settlement of an open bet': `
    select from seconds_bet b left join seconds_settlement s on s.bet = b.id
     where (s.bet is null) <> (b.status in ('waiting', 'running'))`,
  'settlement without its event, or more than one': `
    select from seconds_settlement s
      full join (select (e ->> 'id')::bigint as bet, count(*) as times from outbox,
                        lateral jsonb_array_elements(payload -> 'bets') e
                  where topic = '${betsSettled.topic}' group by 1) told using (bet)
     where s.outcome is null or told.times is distinct from 1`,
  'result of a day that is not the sum of its bets': `
    select from (select * from day_result where product = 'seconds') d
      full join (select user_id, book, day, sum(returned - stake) as result from seconds_settlement group by 1, 2, 3) s
        using (user_id, book, day)
     where coalesce(d.result, 0) <> coalesce(s.result, 0)`,
  'bet without its receipts': `
    select from seconds_bet b left join receipt r on r.id = b.id and r.kind = 'seconds.bet'
      left join seconds_settlement s on s.bet = b.id left join receipt e on e.id = s.id and e.kind = 'seconds.settlement'
     where r.id is null or (s.bet is not null and e.id is null)`,
} as const;
