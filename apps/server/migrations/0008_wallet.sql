-- What a user moved between their own accounts; the money itself is in the ledger.
create table wallet_change (
  id        bigint not null,
  user_id   bigint not null,
  book      text   not null check (book in ('real', 'demo')),
  from_kind text   not null,
  to_kind   text   not null,
  currency  text   not null,
  amount    numeric(38, 18) not null check (amount > 0),
  at        timestamptz not null default app_now(),
  primary key (id),
  constraint money_moves_between_two_accounts check (from_kind <> to_kind)
) partition by range (id);
create index wallet_change_of_user on wallet_change (user_id, book, id desc);
insert into partition_plan (parent, key_type, days_each) values ('wallet_change', 'id', 7);
grant select, insert on wallet_change to app;
grant select on wallet_change to worker, admin, audit;

select partitions_ensure();
