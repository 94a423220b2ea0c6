-- Orders that met more makers than one batch carries and continue in the next. A new leader continues them from here.
create table spot_matching (
  order_id     bigint not null primary key,
  book         text   not null check (book in ('real', 'demo')),
  limit_ticks  bigint not null check (limit_ticks > 0),   -- the worst price, also of a market order
  lots         bigint not null check (lots > 0),          -- requested
  budget_units bigint check (budget_units > 0)            -- of a buy for a quote amount: ticks times lots
);

grant select on spot_matching to app, admin, worker, audit;
grant select, insert, delete on spot_matching to engine;
