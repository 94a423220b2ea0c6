-- Seconds options: bets on the sealed index price, settled at a tick that the bet itself determines. Written by the engine alone.

drop policy engine_has_its_shards on lease;
create policy engine_has_its_shards on lease to engine
  using (name like 'spot-%' or name like 'contract-%' or name like 'seconds-%')
  with check (name like 'spot-%' or name like 'contract-%' or name like 'seconds-%');

insert into ledger_right (role, transfer_kind, book, account_kind, change, same_owner)
select role, transfer_kind, book, account_kind, change, false
  from (values
    ('engine', 'seconds.hold', '{real,demo}', '{seconds}', '{hold}'),
    ('engine', 'seconds.refund', '{real,demo}', '{seconds}', '{release}'),
    -- A lost stake goes to the platform's result, which pays the gains of the others.
    ('engine', 'seconds.settle', '{real,demo}', '{seconds}', '{release,pay_held,receive}'),
    ('engine', 'seconds.settle', '{real,demo}', '{house_pnl}', '{pay,receive}'),
    -- The demo platform's capital comes from the external account of demo mode.
    ('engine', 'seconds.funding', '{demo}', '{external}', '{pay}'),
    ('engine', 'seconds.funding', '{demo}', '{capital}', '{receive}')
  ) as rule (role, transfer_kind, books, account_kinds, changes),
  unnest(books::text[]) as book, unnest(account_kinds::text[]) as account_kind, unnest(changes::text[]) as change;

-- An accepted bet. It keeps the terms of its acceptance, so that bet and ticks alone decide its result.
create table seconds_bet (
  id             bigint          not null primary key,
  user_id        bigint          not null,
  book           text            not null check (book in ('real', 'demo')),
  market         int             not null,
  side           text            not null check (side in ('up', 'down')),
  seconds        int             not null check (seconds > 0),
  stake          numeric(38, 18) not null check (stake > 0),
  currency       text            not null,
  terms          int             not null,  -- version of the setting seconds.terms
  payout_rate    numeric(38, 18) not null check (payout_rate > 0 and payout_rate < 1),
  entry_delay_ms int             not null check (entry_delay_ms >= 1000),
  cancel_lead_ms int             not null check (cancel_lead_ms >= 1000),
  void_after_ms  int             not null check (void_after_ms >= 1000),
  accepted_ms    bigint          not null,  -- milliseconds since 1970
  accepted_seq   bigint          not null,  -- newest tick of the market at its acceptance
  receipt_hash   text            not null,  -- of the receipt of its acceptance
  key            uuid            not null,
  at             timestamptz     not null,
  -- What became of it.
  status         text            not null check (status in ('waiting', 'running', 'settled', 'cancelled', 'void')),
  cancel_ms      bigint,                    -- when its user cancelled it; the ticks decide whether that was in time
  entry_seq      bigint,
  entry_ms       bigint,
  entry_price    numeric(38, 18),
  entry_block    bigint,
  entry_before   jsonb,                     -- the tick before the entry tick, as its receipt names it
  constraint the_entry_is_a_tick check (num_nulls(entry_seq, entry_ms, entry_price, entry_block) in (0, 4)),
  constraint the_entry_is_after_the_delay check (entry_ms >= accepted_ms + entry_delay_ms),
  constraint the_entry_is_not_late check (entry_ms < accepted_ms + entry_delay_ms + void_after_ms),
  constraint only_a_waiting_bet_has_no_entry check (
    case status when 'waiting' then entry_seq is null when 'cancelled' then entry_seq is null and cancel_ms is not null
                when 'void' then true else entry_seq is not null end),
  constraint a_cancel_follows_the_acceptance check (cancel_ms >= accepted_ms)
) partition by range (id);
create index seconds_bet_of_user on seconds_bet (user_id, book, id desc);
-- What a reload reads, and what explains the frozen balances.
create index seconds_bet_open on seconds_bet (user_id, id) where status in ('waiting', 'running');
insert into partition_plan (parent, key_type, days_each) values ('seconds_bet', 'id', 7);

-- What a bet was may never change, and what has ended stays as it is, whoever asks.
create function seconds_bet_goes_on() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  if old.status not in ('waiting', 'running') or (old.status = 'running' and new.status = 'waiting')
     or (old.entry_seq is not null
         and (new.entry_seq, new.entry_ms, new.entry_price, new.entry_block, new.entry_before)
             is distinct from (old.entry_seq, old.entry_ms, old.entry_price, old.entry_block, old.entry_before))
     or (old.cancel_ms is not null and new.cancel_ms is distinct from old.cancel_ms) then
    raise exception 'a bet that has ended, its entry and its cancel never change';
  end if;
  return new;
end $$;
create trigger seconds_bet_goes_on before update on seconds_bet for each row execute function seconds_bet_goes_on();
create trigger seconds_bet_is_never_deleted before delete on seconds_bet for each row execute function refuse_change();
create trigger seconds_bet_is_never_emptied before truncate on seconds_bet for each statement execute function refuse_change();

-- The end of a bet: one, whatever it is. The database computes the outcome again and refuses any other.
create table seconds_settlement (
  bet          bigint          not null primary key,
  id           bigint          not null,  -- of its receipt
  user_id      bigint          not null,
  book         text            not null check (book in ('real', 'demo')),
  market       int             not null,
  side         text            not null check (side in ('up', 'down')),
  seconds      int             not null,
  stake        numeric(38, 18) not null,
  currency     text            not null,
  payout_rate  numeric(38, 18) not null,
  outcome      text            not null check (outcome in ('profit', 'loss', 'flat', 'cancelled', 'void')),
  returned     numeric(38, 18) not null,
  entry_seq    bigint,
  entry_ms     bigint,
  entry_price  numeric(38, 18),
  exit_seq     bigint,
  exit_ms      bigint,
  exit_price   numeric(38, 18),
  exit_block   bigint,
  day          date            not null,  -- UTC day of the settlement, which the public statistics count it in
  chain_place  bigint          not null,  -- among all settlements of the market in this mode
  chain_hash   text            not null,  -- of its receipt
  at           timestamptz     not null,
  constraint a_settled_bet_has_two_ticks check (
    case when outcome in ('profit', 'loss', 'flat') then num_nulls(entry_seq, entry_ms, entry_price, exit_seq, exit_ms, exit_price, exit_block) = 0
         else num_nulls(exit_seq, exit_ms, exit_price, exit_block) = 4 end),
  constraint the_ticks_decide check (
    outcome in ('cancelled', 'void')
    or outcome = case when exit_price = entry_price then 'flat' when (exit_price > entry_price) = (side = 'up') then 'profit' else 'loss' end),
  constraint the_exit_is_due check (exit_ms >= entry_ms + seconds * 1000 and exit_seq > entry_seq),
  constraint the_outcome_pays check (
    returned = case outcome when 'profit' then stake + trunc(stake * payout_rate, 18) when 'loss' then 0 else stake end)
) partition by range (bet);
create index seconds_settlement_of_user on seconds_settlement (user_id, book, bet desc);
create index seconds_settlement_in_chain on seconds_settlement (book, market, chain_place);
insert into partition_plan (parent, key_type, days_each) values ('seconds_settlement', 'id', 7);

-- A settlement is that of its bet, to the last column, and its exit tick is not late. By keys, whatever the planner knows.
create function seconds_settlement_is_of_its_bet() returns trigger
language plpgsql set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
begin
  if exists (
    select from inserted s
      left join lateral (select * from seconds_bet own where own.id = s.bet offset 0) b on true
     where b.id is null
        or (s.user_id, s.book, s.market, s.side, s.seconds, s.stake, s.currency, s.payout_rate)
           is distinct from (b.user_id, b.book, b.market, b.side, b.seconds, b.stake, b.currency, b.payout_rate)
        or (s.entry_seq, s.entry_ms, s.entry_price) is distinct from (b.entry_seq, b.entry_ms, b.entry_price)
        or b.status <> case when s.outcome in ('profit', 'loss', 'flat') then 'settled' else s.outcome end
        or s.exit_ms >= b.entry_ms + b.seconds * 1000 + b.void_after_ms) then
    raise exception 'a settlement is not that of its bet';
  end if;
  return null;
end $$;
create trigger seconds_settlement_is_of_its_bet after insert on seconds_settlement
  referencing new table as inserted for each statement execute function seconds_settlement_is_of_its_bet();

-- The chain of a market's settlements: how many there are, and the hash of the last one's receipt.
create table seconds_market (
  book        text   not null check (book in ('real', 'demo')),
  market      int    not null,
  chain_place bigint not null,
  chain_hash  text   not null,
  primary key (book, market)
) with (fillfactor = 50);

-- Public statistics: what all bets of a market and day came to. Counted by the transaction that settles.
create table seconds_day (
  book        text            not null check (book in ('real', 'demo')),
  market      int             not null,
  day         date            not null,
  currency    text            not null,
  profits     bigint          not null,
  losses      bigint          not null,
  flats       bigint          not null,
  voids       bigint          not null,
  cancels     bigint          not null,
  stakes      numeric(38, 18) not null,     -- of bets that were settled
  returned    numeric(38, 18) not null,     -- to them
  first_place bigint          not null,     -- its first settlement's place in the market's chain
  last_place  bigint          not null,
  root        text            not null,     -- hash of its last settlement's receipt, which binds all before it
  primary key (book, market, day, currency),
  constraint counts_only_grow check (least(profits, losses, flats, voids, cancels) >= 0 and stakes >= 0 and returned >= 0)
);

do $$
declare name text;
begin
  foreach name in array '{seconds_settlement}'::text[] loop
    execute format('create trigger %I before update or delete on %I for each row execute function refuse_change()', name || '_is_append_only', name);
    execute format('create trigger %I before truncate on %I for each statement execute function refuse_change()', name || '_is_never_emptied', name);
  end loop;
end $$;

grant select on seconds_bet, seconds_settlement, seconds_market, seconds_day to app, admin, engine, worker, audit;
grant insert on seconds_bet, seconds_settlement, seconds_market, seconds_day to engine;
grant update (status, cancel_ms, entry_seq, entry_ms, entry_price, entry_block, entry_before) on seconds_bet to engine;
grant update on seconds_market, seconds_day to engine;

-- As before (0049), with the ticks that decide bets, and for a minute after a bet without an exit every block, which shows that
-- no tick counted. The ticks are all within 70 minutes before the block of the receipt, so that one of its
-- first and last blocks is of the day if any is.
create index receipt_of_bet on receipt ((coalesce(body->'entry'->'before'->>'block', body->'entry'->'tick'->>'block')::bigint))
  where kind = 'seconds.settlement';
create or replace function price_ticks_keep(day regclass) returns void
language plpgsql set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
declare first bigint; last bigint;
begin
  execute format('select number from %s order by id limit 1', day) into first;
  execute format('select number from %s order by id desc limit 1', day) into last;
  execute format('insert into price_ticks_kept (number, body, inventory)
    select t.number, t.body, t.inventory
      from (select block, max(at_ms) as at_ms from (
              select r.block, case when r.kind = ''seconds.settlement'' and r.body->''exit'' = ''null''
                                   then (r.body->''settlement''->>''at'')::bigint + 62000
                                   else coalesce(r.body->''fill''->>''at'', r.body->''conversion''->>''quoted_at'')::bigint end as at_ms
                from receipt r where r.block between $1 and $2
              union all
              select (leg->>''block'')::bigint, null from receipt r, jsonb_array_elements(r.body->''legs'') leg
               where r.kind = ''convert.conversion'' and r.block between $1 and $2
              union all
              select (r.body->''trigger''->>''block'')::bigint, null from receipt r
               where r.kind = ''contract.settlement'' and r.body->''trigger''->>''block'' is not null
                 and (r.body->''trigger''->>''block'')::bigint between $1 and $2
              union all
              select (tick->>''block'')::bigint, null
                from (select body from receipt where kind = ''seconds.settlement'' and block between $1 and $2
                      union all
                      select body from receipt
                       where kind = ''seconds.settlement''
                         and coalesce(body->''entry''->''before''->>''block'', body->''entry''->''tick''->>''block'')::bigint
                             between $1 and $2) bet,
                     unnest(array[body->''entry''->''before'', body->''entry''->''tick'', body->''exit''->''before'', body->''before'']) tick
               where tick->>''block'' is not null) each group by block) named
      cross join lateral (
        with recursive passed as (
          select number, at from price_block where number = named.block
          union all
          select b.number, b.at from passed p join price_block b on b.number = p.number + 1
           where extract(epoch from b.at) * 1000 <= named.at_ms - 2000)
        select number, at from passed) b
      join %s t on t.id = id_floor(b.at) | (b.number & 4194303) and t.number = b.number
    on conflict do nothing', day) using first - 10000, last + 1000;
end $$;

select partitions_ensure();
