-- Spot: orders and what they traded. Written by the engine alone, read by everybody concerned.

create table spot_order (
  id         bigint          not null,   -- time-ordered: its order is the order's place in the queue
  user_id    bigint          not null,
  book       text            not null check (book in ('real', 'demo')),
  market     int             not null,
  side       text            not null check (side in ('buy', 'sell')),
  kind       text            not null check (kind in ('limit', 'market')),
  force      text            not null check (force in ('gtc', 'ioc', 'post')),
  price      numeric(38, 18),            -- null: a market order
  quantity   numeric(38, 18),            -- in base; null: a market order that buys for a quote amount
  budget     numeric(38, 18),            -- that quote amount
  maker_rate numeric(38, 18) not null,   -- the fees that held when it was placed
  taker_rate numeric(38, 18) not null,
  filled     numeric(38, 18) not null,
  cost       numeric(38, 18) not null,
  exact_fee  numeric         not null,   -- at thirty-six places, never rounded
  fee        numeric(38, 18) not null,   -- charged so far: the exact fee, rounded up
  held       numeric(38, 18) not null,   -- what of the frozen balance this order explains
  status     text            not null check (status in ('open', 'filled', 'cancelled')),
  reason     text            check (reason in ('user', 'remainder', 'own_order', 'reset')),
  key        uuid            not null,   -- the client's, for ever
  at         timestamptz     not null,
  closed_at  timestamptz,
  primary key (id),
  constraint an_order_says_how_much check ((quantity is null) <> (budget is null)),
  constraint only_a_market_order_has_no_price check ((price is null) = (kind = 'market')),
  constraint what_is_filled_was_asked_for check (filled >= 0 and (quantity is null or filled <= quantity)),
  constraint a_closed_order_holds_nothing check (held >= 0 and (status = 'open' or held = 0)),
  constraint a_closed_order_says_when check ((status = 'open') = (closed_at is null)),
  constraint only_a_cancelled_order_has_a_reason check ((status = 'cancelled') = (reason is not null))
) partition by range (id);
create index spot_order_of_user on spot_order (user_id, id);
-- What a reload reads, and what explains the frozen balances.
create index spot_order_open on spot_order (user_id, id) where status = 'open';
insert into partition_plan (parent, key_type, days_each) values ('spot_order', 'id', 7);

-- One row per meeting of two. Null in place of an order or a person is the house's ladder.
create table spot_fill (
  id          bigint          not null primary key,
  book        text            not null check (book in ('real', 'demo')),
  market      int             not null,
  side        text            not null check (side in ('buy', 'sell')),  -- the taker's
  price       numeric(38, 18) not null,
  quantity    numeric(38, 18) not null check (quantity > 0),
  taker_order bigint,
  maker_order bigint,
  taker       bigint,
  maker       bigint,
  taker_fee   numeric(38, 18) not null,
  maker_fee   numeric(38, 18) not null,
  at          timestamptz     not null,
  constraint nobody_trades_with_themselves check (taker is distinct from maker)
) partition by range (id);
create index spot_fill_of_taker on spot_fill (taker_order) where taker_order is not null;
create index spot_fill_of_maker on spot_fill (maker_order) where maker_order is not null;
insert into partition_plan (parent, key_type, days_each) values ('spot_fill', 'id', 7);

-- Which fees somebody pays, by what they traded in thirty days. Who has no row is at level 0.
create table spot_fee_level (
  user_id bigint          primary key,
  level   int             not null check (level >= 0),
  volume  numeric(38, 18) not null,
  at      timestamptz     not null default app_now()
);

create trigger spot_fill_is_append_only before update or delete on spot_fill for each row execute function refuse_change();
create trigger spot_fill_is_never_emptied before truncate on spot_fill for each statement execute function refuse_change();
create trigger spot_order_is_never_emptied before truncate on spot_order for each statement execute function refuse_change();

grant select on spot_order, spot_fill, spot_fee_level to app, admin, engine, worker, audit;
grant insert on spot_order, spot_fill to engine;
-- What an order was is never changed; only what became of it.
grant update (filled, cost, exact_fee, fee, held, status, reason, closed_at) on spot_order to engine;
grant insert, update, delete on spot_fee_level to worker;

select partitions_ensure();
