-- Contracts: leveraged positions against the platform at the sealed index price. Written by the engine alone.

-- The insurance fund and the platform's capital pay for shortfalls, and never go below zero: the database refuses it.
alter table ledger_account drop constraint ledger_account_kind_floored_fkey;
update ledger_account_kind set floored = true where kind in ('insurance', 'capital');
update ledger_account set floored = true, floor = 0 where kind in ('insurance', 'capital');
alter table ledger_account add foreign key (kind, floored) references ledger_account_kind (kind, floored);

drop policy engine_has_its_shards on lease;
create policy engine_has_its_shards on lease to engine
  using (name like 'spot-%' or name like 'contract-%') with check (name like 'spot-%' or name like 'contract-%');

insert into ledger_right (role, transfer_kind, book, account_kind, change, same_owner)
select role, transfer_kind, book, account_kind, change, false
  from (values
    ('engine', 'contract.hold', '{real,demo}', '{contract}', '{hold}'),
    ('engine', 'contract.release', '{real,demo}', '{contract}', '{release}'),
    ('engine', 'contract.open', '{real,demo}', '{contract}', '{hold,release,pay}'),
    ('engine', 'contract.open', '{real,demo}', '{fee_income}', '{receive}'),
    ('engine', 'contract.margin_added', '{real,demo}', '{contract}', '{hold}'),
    ('engine', 'contract.margin_removed', '{real,demo}', '{contract}', '{release}'),
    ('engine', 'contract.overnight', '{real,demo}', '{contract}', '{pay_held}'),
    ('engine', 'contract.overnight', '{real,demo}', '{fee_income}', '{receive}'),
    -- The platform's result pays gains and receives losses. Overnight fees may be given back where the loss exceeds the margin.
    ('engine', 'contract.close', '{real,demo}', '{contract}', '{release,pay,receive}'),
    ('engine', 'contract.close', '{real,demo}', '{house_pnl,fee_income}', '{pay,receive}'),
    ('engine', 'contract.close', '{real,demo}', '{insurance,capital}', '{pay}'),
    ('engine', 'contract.liquidation', '{real,demo}', '{contract}', '{release,pay,receive}'),
    ('engine', 'contract.liquidation', '{real,demo}', '{house_pnl,fee_income,insurance}', '{pay,receive}'),
    ('engine', 'contract.liquidation', '{real,demo}', '{capital}', '{pay}'),
    ('engine', 'contract.delivery', '{real,demo}', '{contract}', '{release,pay,receive}'),
    ('engine', 'contract.delivery', '{real,demo}', '{house_pnl,fee_income}', '{pay,receive}'),
    ('engine', 'contract.delivery', '{real,demo}', '{insurance,capital}', '{pay}'),
    -- The demo platform's capital and insurance come from the external account of demo mode.
    ('engine', 'contract.funding', '{demo}', '{external}', '{pay}'),
    ('engine', 'contract.funding', '{demo}', '{capital,insurance}', '{receive}')
  ) as rule (role, transfer_kind, books, account_kinds, changes),
  unnest(books::text[]) as book, unnest(account_kinds::text[]) as account_kind, unnest(changes::text[]) as change;

-- Base units of one lot: the power of ten that was worth 10 to 100 USDT when the market was listed. A position is an amount of lots,
-- so it never changes.
create table contract_lot (
  market     int             primary key references market (id),
  multiplier numeric(38, 18) not null check (multiplier > 0)
);
insert into contract_lot (market, multiplier)
select market, multiplier from (values
    (0.001, '{1,402,403,404,406,407}'),
    (0.01, '{2,201,401,405}'),
    (0.1, '{3,5,13,103,109,110,203,204,501,502,503,504,505,506,507,508,509}'),
    (1, '{9,10,12,17,24,25,111,202,301,302}'),
    (10, '{11,14,15,18,19,20,22,23,28,101,102,106,112,303}'),
    (100, '{4,6,7,8,16,21,27,104,105,107,108}'),
    (1000, '{26}'),
    (1000000, '{29,30}')
  ) as listed (multiplier, markets), unnest(markets::int[]) as market;
create trigger contract_lot_never_changes before update or delete on contract_lot for each row execute function refuse_change();

-- One order, and the position it opens: both have one row and one id. Amounts are in USDT, whatever the market's quote currency.
create table contract_position (
  id                bigint          not null primary key,
  user_id           bigint          not null,
  book              text            not null check (book in ('real', 'demo')),
  market            int             not null,
  series            date,                      -- the day of delivery; null: perpetual
  side              text            not null check (side in ('long', 'short')),
  leverage          int             not null check (leverage >= 1),
  terms             int             not null,  -- version of the setting contract.terms that it keeps
  limit_price       numeric(38, 18),           -- null: a market order
  stop_loss         numeric(38, 18),
  take_profit       numeric(38, 18),
  opened_lots       numeric(38, 18) not null check (opened_lots > 0),
  lots              numeric(38, 18) not null,  -- still open, or ordered
  margin            numeric(38, 18) not null,  -- frozen for it; while pending, what is held for margin
  held_fee          numeric(38, 18) not null,  -- frozen for the opening fee while pending
  entry             numeric(38, 18),           -- null until it is opened
  open_fee          numeric(38, 18) not null,  -- of the lots that are still open
  overnight_since   numeric(38, 18) not null,  -- overnight index when it was opened
  overnight_charged numeric(38, 18) not null,  -- of the lots that are still open
  overnight_day     date,                      -- last day it was charged for
  result            numeric(38, 18) not null,  -- of the lots closed so far: gains and losses before fees
  fees              numeric(38, 18) not null,  -- all fees paid so far, overnight fees included
  status            text            not null check (status in ('pending', 'open', 'closing', 'closed', 'cancelled')),
  cause             text            check (cause in ('user', 'stop', 'profit', 'liquidation', 'delivery', 'reverse', 'refused', 'expired')),
  closing_lots      numeric(38, 18),           -- what the next valid tick closes
  changed_seq       bigint          not null,  -- last tick of the market before its last change: only later ones act on it
  changed_ms        bigint          not null,  -- and only those of blocks sealed after this, in milliseconds since 1970
  trigger_seq       bigint,                    -- the tick that fired its stop-loss or take-profit
  trigger_price     numeric(38, 18),
  trigger_block     bigint,
  chain_place       int             not null,  -- receipts issued for it
  chain_hash        text,                      -- hash of the last one
  key               uuid            not null,
  at                timestamptz     not null,  -- when it was ordered
  opened_at         timestamptz,
  closed_at         timestamptz,
  constraint a_position_is_opened_at_a_price check ((entry is null) = (opened_at is null)),
  constraint only_an_order_waits_without_a_price check (status <> 'pending' or (entry is null and limit_price is not null)),
  constraint what_is_open_was_opened check (status not in ('open', 'closing') or entry is not null),
  constraint what_has_ended_holds_nothing check (
    case when status in ('closed', 'cancelled') then margin = 0 and held_fee = 0 and closed_at is not null
         else closed_at is null and lots > 0 end),
  constraint only_a_pending_order_holds_a_fee check (held_fee = 0 or status = 'pending'),
  constraint money_is_not_negative check (margin >= 0 and held_fee >= 0 and open_fee >= 0 and overnight_charged >= 0 and lots >= 0),
  constraint closing_says_how_much check ((status = 'closing') = (closing_lots is not null) and closing_lots <= lots),
  constraint a_trigger_is_a_tick check (num_nulls(trigger_seq, trigger_price, trigger_block) in (0, 3)),
  constraint an_end_has_a_cause check (status in ('pending', 'open') or cause is not null)
) partition by range (id);
create index contract_position_of_user on contract_position (user_id, book, id desc);
-- What a reload reads, and what explains the frozen balances.
create index contract_position_live on contract_position (user_id, id) where status in ('pending', 'open', 'closing');
insert into partition_plan (parent, key_type, days_each) values ('contract_position', 'id', 7);

-- The end of a position, or of some of its lots.
create table contract_settlement (
  id                 bigint          not null primary key,
  position           bigint          not null,
  user_id            bigint          not null,
  book               text            not null check (book in ('real', 'demo')),
  market             int             not null,
  side               text            not null check (side in ('long', 'short')),
  cause              text            not null check (cause in ('user', 'stop', 'profit', 'liquidation', 'delivery', 'reverse')),
  lots               numeric(38, 18) not null check (lots > 0),
  entry              numeric(38, 18) not null,
  price              numeric(38, 18) not null check (price > 0),
  margin             numeric(38, 18) not null,
  result             numeric(38, 18) not null,
  overnight          numeric(38, 18) not null check (overnight >= 0),
  overnight_returned numeric(38, 18) not null check (overnight_returned >= 0),
  fee                numeric(38, 18) not null check (fee >= 0),
  liquidation_fee    numeric(38, 18) not null check (liquidation_fee >= 0),
  returned           numeric(38, 18) not null check (returned >= 0),
  shortfall          numeric(38, 18) not null check (shortfall >= 0),
  by_insurance       numeric(38, 18) not null check (by_insurance >= 0),
  by_capital         numeric(38, 18) not null check (by_capital >= 0),
  tick_seq           bigint          not null,
  block              bigint          not null,
  at                 timestamptz     not null,
  constraint the_money_is_divided_without_rest check (
    margin + result + overnight_returned + shortfall = overnight + fee + liquidation_fee + returned),
  constraint a_shortfall_is_paid_once check (by_insurance + by_capital <= shortfall)
) partition by range (id);
create index contract_settlement_of_user on contract_settlement (user_id, book, id desc);
create index contract_settlement_of_position on contract_settlement (position);
create index contract_settlement_forced on contract_settlement (book, market, id) where cause = 'liquidation';
insert into partition_plan (parent, key_type, days_each) values ('contract_settlement', 'id', 7);

-- The overnight index of a market: all fees so far for one base unit. The row of a day is the fact; charges follow.
create table contract_overnight (
  id           bigint          not null unique,
  book         text            not null check (book in ('real', 'demo')),
  market       int             not null,
  day          date            not null,      -- the fee of 00:00 UTC of this day
  tick_seq     bigint          not null,      -- the first tick at or after it
  block        bigint          not null,
  price        numeric(38, 18) not null check (price > 0),
  rate         numeric(38, 18) not null check (rate >= 0),
  classes      int             not null,      -- version of the setting contract.classes
  index_before numeric(38, 18) not null check (index_before >= 0),
  index_after  numeric(38, 18) not null check (index_after >= index_before),
  chain_place  int             not null,
  chain_hash   text            not null,
  at           timestamptz     not null,
  primary key (book, market, day)
);

-- The fee of one position for one day, out of its margin.
create table contract_charge (
  id       bigint          not null primary key,
  position bigint          not null,
  user_id  bigint          not null,
  book     text            not null check (book in ('real', 'demo')),
  market   int             not null,
  day      date            not null,
  charge   numeric(38, 18) not null check (charge >= 0),
  at       timestamptz     not null
) partition by range (id);
create index contract_charge_of_position on contract_charge (position, day);
-- Once for a position and a day: each partition has its own index, and the ledger's own (kind, ref) holds across all of them.
insert into partition_plan (parent, key_type, days_each, unique_by) values ('contract_charge', 'id', 7, '(position, day)');

-- How far a market's contracts have come: ticks of the session, up to those that reopen it, and the overnight index. Tells a run
-- that was interrupted whether it had begun.
create table contract_market (
  book            text            not null check (book in ('real', 'demo')),
  market          int             not null,
  run_seq         bigint          not null,   -- the last tick whose run has begun, and its price
  run_price       numeric(38, 18) not null,
  session_started bigint          not null,   -- opening of the session, in milliseconds since 1970
  session_ticks   int             not null check (session_ticks >= 0),
  overnight_day   date            not null,   -- the last day that the index includes
  overnight_index numeric(38, 18) not null check (overnight_index >= 0),
  primary key (book, market)
) with (fillfactor = 50);

do $$
declare name text;
begin
  foreach name in array '{contract_settlement,contract_overnight,contract_charge}'::text[] loop
    execute format('create trigger %I before update or delete on %I for each row execute function refuse_change()', name || '_is_append_only', name);
    execute format('create trigger %I before truncate on %I for each statement execute function refuse_change()', name || '_is_never_emptied', name);
  end loop;
end $$;
create trigger contract_position_is_never_emptied before truncate on contract_position for each statement execute function refuse_change();

grant select on contract_lot, contract_position, contract_settlement, contract_overnight, contract_charge, contract_market
  to app, admin, engine, worker, audit;
grant insert on contract_position, contract_settlement, contract_overnight, contract_charge, contract_market to engine;
-- What an order was is never changed; only what became of it.
grant update (stop_loss, take_profit, lots, margin, held_fee, entry, terms, open_fee, overnight_since, overnight_charged, overnight_day,
              result, fees, status, cause, closing_lots, changed_seq, changed_ms, trigger_seq, trigger_price, trigger_block, chain_place, chain_hash, opened_at, closed_at)
  on contract_position to engine;
grant update on contract_market to engine;

select partitions_ensure();
