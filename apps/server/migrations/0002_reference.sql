-- Currencies with the ids of the specification, and the versioned settings.
create table currency (
  id      int  primary key,
  code    text not null unique check (code ~ '^[A-Z][A-Z0-9]{1,9}$'),
  name    text not null,
  places  int  not null,                 -- digits a user sees and may type; the ledger keeps eighteen
  constraint places_fit_the_ledger check (places between 0 and 18)
);
create table currency_chain (
  currency text not null references currency (code),
  chain    text not null,
  primary key (currency, chain)
);
insert into currency (id, code, name, places) values
  (1, 'BTC', 'Bitcoin', 8), (2, 'ETH', 'Ethereum', 8), (3, 'USDT', 'Tether', 6);
insert into currency_chain (currency, chain) values
  ('BTC', 'BTC'), ('ETH', 'ERC20'), ('USDT', 'ERC20'), ('USDT', 'TRC20');
-- Ids below ten belong to the specification; every other currency starts at ten.
alter table currency add constraint ids_below_ten_are_the_specifications check (id >= 10 or id in (1, 2, 3));

-- A setting is never changed, only followed by its next version: a receipt names the version it was computed with.
create table setting (
  key         text        not null,
  version     int         not null check (version > 0),
  value       jsonb       not null,
  valid_from  timestamptz not null default app_now(),
  set_by      text        not null,
  approved_by text[]      not null default '{}',
  reason      text        not null,
  at          timestamptz not null default app_now(),
  primary key (key, version)
);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only: % refused', tg_table_name, tg_op using errcode = 'LG004';
end $$;
create trigger setting_is_append_only before update or delete on setting for each row execute function refuse_change();
create trigger setting_is_never_emptied before truncate on setting for each statement execute function refuse_change();

grant select on currency, currency_chain, setting to app, admin, engine, worker, feed, custody, audit;
-- The auditor (in worker) turns a kill switch off; people change settings through admin.
grant insert on setting to worker, admin;
