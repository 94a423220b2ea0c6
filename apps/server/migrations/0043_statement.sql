-- Cost and results of each user's money by UTC day. Derived: everything here can be computed again from the ledger, the fills and
-- the candles, and is when it disagrees with the balances.

-- Up to when a user's days are booked, and the coins of which some came in without a price.
create table statement_state (
  user_id  bigint not null,
  book     text   not null check (book in ('real', 'demo')),
  through  date   not null,              -- the first day that is not booked yet
  unpriced text[] not null default '{}',
  primary key (user_id, book)
);
create index statement_state_due on statement_state (through);

-- What is held and what it cost in USDT, first in first out, at the beginning of day `through`.
create table statement_lot (
  user_id  bigint          not null,
  book     text            not null,
  currency text            not null,
  place    int             not null,     -- oldest first
  quantity numeric(38, 18) not null check (quantity <> 0),
  cost     numeric(38, 18) not null,
  primary key (user_id, book, currency, place)
);

-- One row per coin and day with transfers; values in USDT.
create table statement_day (
  user_id   bigint          not null,
  book      text            not null,
  currency  text            not null,
  day       date            not null,
  quantity  numeric(38, 18) not null,    -- held at the end of the day
  cost      numeric(38, 18) not null,
  flows     jsonb           not null,    -- value by kind of transfer, as decimal text
  results   jsonb           not null,    -- realised result by product, before fees
  fees      jsonb           not null,
  transfers int             not null check (transfers >= 0),
  primary key (user_id, book, currency, day)
);

grant select, insert, update, delete on statement_state, statement_lot, statement_day to app, worker;
grant select on statement_state, statement_lot, statement_day to admin, audit;
