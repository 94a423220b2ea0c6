-- Lists, fee levels and daily losses that cost the same however much a user has traded.

-- Closed orders by every filter of the list. Only closed rows are indexed: they never change again, so each order is
-- entered once in its life, and open ones are few and have spot_order_open. Newest first by `-id` and by `~id`, never by `id
-- desc`: no other index has the same expression, so the planner cannot take one with fewer columns and read all that does not
-- match, which it does where it expects a match soon.
create index spot_order_closed on spot_order (user_id, book, status, side, (-id)) where status <> 'open';
create index spot_order_closed_in_market on spot_order (user_id, book, market, status, side, (~id)) where status <> 'open';
-- Replaced by these; an order that rested was entered in it twice.
drop index spot_order_of_user;

-- A user's fills: a page of them, and those of today.
create index spot_fill_of_taking_user on spot_fill (taker, book, market, (-id)) where taker is not null;
create index spot_fill_of_making_user on spot_fill (maker, book, market, (-id)) where maker is not null;

-- The two functions below find a page in these indexes: the beginning of one range for each status and side, or each market.
-- Planning for the partitions of years costs more than the page, so the plan is made once per connection.
create function spot_orders_of(owner bigint, mode text, in_market int, states text[], sides text[], since bigint, until bigint,
                               placed_from timestamptz, placed_until timestamptz, most int)
returns setof bigint language plpgsql stable
set plan_cache_mode = force_generic_plan set enable_sort = off set enable_seqscan = off set enable_bitmapscan = off set jit = off
as $$
begin
  if 'open' = any(states) then
    return query
    select o.id from spot_order o
     where o.user_id = owner and o.book = mode and o.status = 'open' and o.side = any(sides)
       and (in_market is null or o.market = in_market) and o.id >= since and o.id < until
       and (placed_from is null or o.at >= placed_from) and (placed_until is null or o.at < placed_until);
  end if;
  if in_market is null then
    return query
    select found.id from unnest(states) as wanted (state), unnest(sides) as own (way) cross join lateral (
      select o.id from spot_order o
       where o.user_id = owner and o.book = mode and o.status <> 'open' and o.status = wanted.state and o.side = own.way
         and -o.id > -until and -o.id <= -since
         and o.id >= since and o.id < until   -- Excludes partitions.
         and (placed_from is null or o.at >= placed_from) and (placed_until is null or o.at < placed_until)
       order by -o.id limit most) found
     where wanted.state <> 'open';
  else
    return query
    select found.id from unnest(states) as wanted (state), unnest(sides) as own (way) cross join lateral (
      select o.id from spot_order o
       where o.user_id = owner and o.book = mode and o.market = in_market
         and o.status <> 'open' and o.status = wanted.state and o.side = own.way
         and ~o.id > ~until and ~o.id <= ~since and o.id >= since and o.id < until
         and (placed_from is null or o.at >= placed_from) and (placed_until is null or o.at < placed_until)
       order by ~o.id limit most) found
     where wanted.state <> 'open';
  end if;
end $$;

create function spot_fills_of(owner bigint, mode text, markets int[], own_side text, since bigint, until bigint, most int)
returns setof bigint language plpgsql stable
set plan_cache_mode = force_generic_plan set enable_sort = off set enable_seqscan = off set enable_bitmapscan = off set jit = off
as $$
begin
  return query
  select found.id from unnest(markets) as traded (id) cross join lateral (
    (select f.id from spot_fill f
      where f.taker = owner and f.book = mode and f.market = traded.id and (own_side is null or f.side = own_side)
        and -f.id > -until and -f.id <= -since and f.id >= since and f.id < until
      order by -f.id limit most)
    union all
    (select f.id from spot_fill f   -- The column has the taker's side.
      where f.maker = owner and f.book = mode and f.market = traded.id and (own_side is null or f.side <> own_side)
        and -f.id > -until and -f.id <= -since and f.id >= since and f.id < until
      order by -f.id limit most)) found;
end $$;

revoke execute on function spot_orders_of, spot_fills_of from public;
grant execute on function spot_orders_of to app, admin;
grant execute on function spot_fills_of to app, admin, engine;

-- Real-money volume of a user and UTC day, in USDT, by the time in the fills' ids. Kept by the outbox consumer `spot.volumes`.
create table spot_volume_day (
  user_id bigint          not null,
  day     date            not null,
  volume  numeric(38, 18) not null check (volume > 0),
  primary key (user_id, day)
);
create index spot_volume_by_day on spot_volume_day (day);

-- The first day that the consumer counts. Days before it are summed here, once: a fill of yesterday or today may belong to a
-- transaction that is not visible yet, but the outbox still has its event.
create table spot_volume_start (day date not null);
insert into spot_volume_start values ((clock_timestamp() at time zone 'UTC')::date - 1);

insert into spot_volume_day (user_id, day, volume)
select party.user_id, made.day, sum(f.price * f.quantity)
  from spot_fill f
  join market m on m.id = f.market and m.quote = 'USDT'
       cross join lateral (values (f.taker), (f.maker)) as party (user_id)
       cross join lateral (
         select ((timestamptz '2025-01-01 00:00Z' + (f.id >> 22) * interval '1 millisecond') at time zone 'UTC')::date as day) made,
       spot_volume_start s
 where f.book = 'real' and party.user_id is not null
   and f.id >= id_floor((s.day - 30)::timestamp at time zone 'UTC') and f.id < id_floor(s.day::timestamp at time zone 'UTC')
 group by 1, 2;

grant select on spot_volume_day to app, admin, worker, audit;
grant insert, update, delete on spot_volume_day to worker;
grant select on spot_volume_start to worker, audit;

-- What a product won or lost for a user on a UTC day, in USDT; negative: lost. A product adds to its own row in the
-- transaction that settles. Products whose result depends on a price compute it instead, as spot does.
create table day_result (
  user_id bigint          not null,
  book    text            not null check (book in ('real', 'demo')),
  day     date            not null,
  product text            not null,
  result  numeric(38, 18) not null,
  primary key (user_id, book, day, product)
);
create index day_result_by_day on day_result (day);

grant select on day_result to app, admin, engine, worker, audit;
grant insert, update (result) on day_result to engine;
grant delete on day_result to worker;
