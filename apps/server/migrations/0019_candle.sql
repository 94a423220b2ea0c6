-- What the index did in each period, rolled up from the blocks: they can be computed again, so nobody may edit them.
create table candle (
  market       int             not null references market (id),
  period       smallint        not null,          -- its place among the nine periods of the wire
  start_at     timestamptz     not null,
  open         numeric(38, 18) not null,
  high         numeric(38, 18) not null,
  low          numeric(38, 18) not null,
  close        numeric(38, 18) not null,
  volume       numeric(38, 18) not null,          -- of the reference venues, in base units
  is_simulated boolean         not null,          -- whether any price in it was
  primary key (market, period, start_at),
  constraint a_period_is_one_of_nine check (period between 0 and 8),
  constraint a_bar_lies_within_its_range check (low > 0 and low <= least(open, close) and high >= greatest(open, close)),
  constraint volume_is_not_negative check (volume >= 0)
) with (fillfactor = 70);                         -- the newest bars change every few seconds, in place

-- When a market's own prices begin; what was before is only known of a simulated one.
create table candle_origin (
  market       int         primary key references market (id),
  first_at     timestamptz not null,
  is_simulated boolean     not null
);

-- Up to which block the bars are complete; written with them, so no tick counts twice and none is left out.
create table candle_cursor (
  only_one boolean primary key default true check (only_one),
  block    bigint  not null check (block >= 0)
);
insert into candle_cursor (block) values (0);

grant select on candle, candle_origin, candle_cursor to app, admin, engine, worker, feed, audit;
grant insert, update (high, low, close, volume, is_simulated) on candle to feed;
grant insert on candle_origin to feed;
grant update (block) on candle_cursor to feed;
grant delete on candle to worker;
