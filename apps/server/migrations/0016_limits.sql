-- What a person set for themselves. Tightened at once; a looser value waits in `next` until its time.
create table personal_limit (
  user_id     bigint      not null references user_account (id),
  kind        text        not null check (kind in ('daily_loss', 'daily_deposit', 'cool_off')),
  amount      numeric(38, 18),                    -- of a daily limit, in USDT; empty: none
  until       timestamptz,                        -- of a cool-off; empty: none
  next_amount numeric(38, 18),
  next_until  timestamptz,
  next_from   timestamptz,                        -- when `next` takes over; empty: nothing waits
  changed_at  timestamptz not null default app_now(),
  primary key (user_id, kind),
  constraint limits_are_not_negative check (amount >= 0 and next_amount >= 0),
  constraint a_limit_is_an_amount_or_a_time check (
    case when kind = 'cool_off' then amount is null and next_amount is null else until is null and next_until is null end),
  constraint what_waits_has_a_time check (next_from is not null or (next_amount is null and next_until is null))
);
grant select, insert (user_id, kind), update (amount, until, next_amount, next_until, next_from, changed_at)
  on personal_limit to app;
grant select on personal_limit to engine, worker;
