-- Why custody does not send an approved withdrawal now, for the desk of finance. It decides nothing, and is gone once a transaction is signed.
create table withdrawal_wait (
  withdrawal bigint      primary key references withdrawal (id),
  reason     text        not null check (reason in ('not_sound', 'hourly_max', 'not_payable', 'gas_price')),
  since      timestamptz not null default app_now()
);
grant select on withdrawal_wait to admin, custody, audit;
grant insert (withdrawal, reason), update (reason, since), delete on withdrawal_wait to custody;
