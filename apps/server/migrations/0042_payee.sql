-- Destinations of withdrawals: saved addresses and one bank account per user. A row of an address never changes what it
-- points to: an edited address is a new row in the same slot, so that a withdrawal bound to an id cannot be redirected.
create table payee_address (
  id         bigint      primary key check (id > 0),
  user_id    bigint      not null references user_account (id),
  slot       int         not null,
  currency   text        not null,
  chain      text        not null,
  address    text        not null check (address ~ '^[0-9A-Za-z]{8,90}$'),
  ends       text        not null,                    -- What a hasty reader compares of it (domain/payee, endsOf)
  name       text        not null check (length(name) between 1 and 640),
  created_at timestamptz not null default app_now(),
  changed_at timestamptz not null default app_now(),
  usable_at  timestamptz not null,
  removed_at timestamptz,
  foreign key (currency, chain) references currency_chain (currency, chain),
  constraint at_most_three_addresses check (slot between 1 and 3),
  constraint a_new_address_waits check (usable_at > created_at + interval '59 minutes')
);
create unique index one_address_per_slot on payee_address (user_id, slot) where removed_at is null;
create unique index an_address_is_saved_once on payee_address (user_id, currency, chain, address) where removed_at is null;
-- Also of removed ones: an address that imitates one of them is still a trap.
create index payee_address_by_ends on payee_address (user_id, chain, ends);
create index payee_address_of_its_owner on payee_address (user_id, id desc) where removed_at is null;

create function keep_removed() returns trigger language plpgsql as $$
begin
  raise exception 'address % is removed for good', old.id using errcode = 'PA001';
end $$;
create trigger a_removed_address_stays_removed before update on payee_address
  for each row when (old.removed_at is not null) execute function keep_removed();

grant select, insert (id, user_id, slot, currency, chain, address, ends, name, usable_at),
  update (name, changed_at, removed_at) on payee_address to app;
-- For the download of a user's data, and the closing of an account.
grant select (id, user_id, currency, chain, address, name, created_at, changed_at, usable_at, removed_at), delete on payee_address to worker;

-- Sealed with the owner's id: a row copied to another user cannot be opened.
create table payee_bank (
  user_id    bigint      primary key references user_account (id),
  key_id     text        not null,
  sealed     bytea       not null,
  changed_at timestamptz not null default app_now(),
  usable_at  timestamptz not null,
  constraint a_new_bank_account_waits check (usable_at > changed_at + interval '59 minutes')
);
grant select, insert (user_id, key_id, sealed, usable_at), update (key_id, sealed, changed_at, usable_at)
  on payee_bank to app;
grant select (user_id, changed_at, usable_at), delete on payee_bank to worker;
