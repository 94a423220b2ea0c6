-- Markets a person put on their own list.
create table favourite (
  user_id  bigint      not null references user_account (id),
  market   int         not null references market (id),
  added_at timestamptz not null default app_now(),
  primary key (user_id, market)
);
grant select, insert, delete on favourite to app;
