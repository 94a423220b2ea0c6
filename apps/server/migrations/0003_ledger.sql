-- Double-entry ledger. Transfers and entries are never updated or deleted; a mistake is undone by a new transfer.
-- The database itself refuses what does not add up, so no process, however broken, can make or lose money.

create table ledger_account_kind (
  kind    text primary key,
  holder  text not null check (holder in ('user', 'deal', 'house', 'world')),
  floored boolean not null,              -- true: never below zero. House kinds are watched as sums over their shards.
  unique (kind, floored),
  constraint only_house_and_world_may_go_below_zero check (floored or holder in ('house', 'world'))
);
insert into ledger_account_kind (kind, holder, floored) values
  ('wallet', 'user', true), ('exchange', 'user', true), ('contract', 'user', true), ('seconds', 'user', true),
  ('fiat', 'user', true), ('financial', 'user', true), ('copy', 'user', true), ('bonus', 'user', true),
  ('escrow', 'deal', true), ('supply', 'deal', true), ('campaign_budget', 'deal', true),
  ('fee_income', 'house', false), ('house_pnl', 'house', false), ('house_ladder', 'house', false),
  ('insurance', 'house', false), ('rebate', 'house', false), ('rounding', 'house', false), ('capital', 'house', false),
  ('external', 'world', false);

create table ledger_account (
  id        bigint generated always as identity primary key,
  owner     text    not null,            -- 'user:42', 'otc-order:7', 'house:spot-3', 'world:chain'
  kind      text    not null,
  currency  text    not null references currency (code),
  book      text    not null check (book in ('real', 'demo')),
  floored   boolean not null,
  available numeric(38, 18) not null default 0,
  frozen    numeric(38, 18) not null default 0,
  floor     numeric(38, 18),
  lock_only boolean,                     -- always null: the right to update it is the right to lock the row
  unique (owner, kind, currency, book),
  foreign key (kind, floored) references ledger_account_kind (kind, floored),
  constraint floored_kinds_have_a_floor check (floored = (floor is not null)),
  constraint available_stays_above_its_floor check (floor is null or available >= floor),
  constraint frozen_is_never_negative check (frozen >= 0),
  constraint lock_only_stays_empty check (lock_only is null)
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.05);
-- A handful of rows: the auditor sums them over their shards at every run.
create index ledger_account_of_the_house on ledger_account (kind, currency, book) where owner like 'house:%';

create table ledger_transfer (
  id     bigint      primary key,
  kind   text        not null,
  ref    text        not null,           -- the business fact, once for ever: 'otc.order:7'
  book   text        not null check (book in ('real', 'demo')),
  digest bytea       not null check (octet_length(digest) = 16),
  xid    xid8        not null default pg_current_xact_id(),
  at     timestamptz not null default app_now(),
  unique (kind, ref)
);
-- The auditor folds by transaction, in the only order in which nothing can still appear behind it.
create index ledger_transfer_by_transaction on ledger_transfer (xid);

create table ledger_entry (
  transfer        bigint not null,       -- no foreign keys: the trigger below checks more, set-wise, for less
  account         bigint not null,
  currency        text   not null,
  available_delta numeric(38, 18) not null,
  frozen_delta    numeric(38, 18) not null
) partition by range (transfer);
create index ledger_entry_of_account on ledger_entry (account, transfer);
-- Entries arrive in the order of their transfers' ids, so a block range index finds a transfer's entries almost for free.
create index ledger_entry_of_transfer on ledger_entry using brin (transfer) with (pages_per_range = 16, autosummarize = on);
insert into partition_plan (parent, key_type, days_each) values ('ledger_entry', 'id', 7);

-- LG001 does not net to zero · LG002 unknown account or transfer, other currency, other book, or an older transfer.
-- A plan is cached from the first call and must fit one entry and ten thousand, an empty table and fifty million rows.
-- Hence nested loops over indexes and nothing else: every transfer and account is looked up by its key, nothing that grows
-- is scanned, and what matched is counted instead of joined back to the entries. It also fixes the order of the locks: the
-- update takes its rows (FOR NO KEY UPDATE) one by one from the sorted changes, so two batches over the same accounts wait
-- for each other instead of deadlocking. `npm run torture deadlocks` watches that.
create function ledger_apply() returns trigger language plpgsql security definer set search_path = public, pg_temp
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare lines bigint; sound_lines bigint; bad bigint;
begin
  with change as materialized (
    select n.account, n.currency, count(*) as lines,
           (select t.book from ledger_transfer t where t.id = n.transfer and t.xid = pg_current_xact_id()) as book,
           sum(n.available_delta) as available_delta, sum(n.frozen_delta) as frozen_delta
      from new_entries n group by n.account, n.currency, book order by n.account),
  move as (
    update ledger_account a set available = a.available + c.available_delta, frozen = a.frozen + c.frozen_delta
      from change c where a.id = c.account and a.currency = c.currency and a.book = c.book
    returning c.lines)
  select (select count(*) from new_entries), (select coalesce(sum(m.lines), 0) from move m) into lines, sound_lines;
  if lines <> sound_lines then
    raise exception 'unknown or older transfer, unknown account, other currency or other book' using errcode = 'LG002';
  end if;
  select transfer into bad from new_entries
   group by transfer, currency having sum(available_delta + frozen_delta) <> 0 limit 1;
  if found then
    raise exception 'transfer % does not net to zero', bad using errcode = 'LG001';
  end if;
  return null;
end $$;
create trigger ledger_apply after insert on ledger_entry
  referencing new table as new_entries for each statement execute function ledger_apply();

-- Row triggers are copied to every partition; the rights below already refuse, this also refuses the owner's slip.
create trigger ledger_entry_is_append_only before update or delete on ledger_entry for each row execute function refuse_change();
create trigger ledger_transfer_is_append_only before update or delete on ledger_transfer for each row execute function refuse_change();
create trigger ledger_entry_is_never_emptied before truncate on ledger_entry for each statement execute function refuse_change();
create trigger ledger_transfer_is_never_emptied before truncate on ledger_transfer for each statement execute function refuse_change();

-- LG003 the owner's name does not fit the account's kind. Opening twice is opening once; sorted, so two openers never deadlock.
create function ledger_open(owners text[], kinds text[], currencies text[], books text[]) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare wrong text;
begin
  select w.owner || ' ' || w.kind into wrong
    from unnest(owners, kinds) as w (owner, kind) left join ledger_account_kind k using (kind)
   where k.kind is null
      or (k.holder = 'user') <> (w.owner ~ '^user:[1-9][0-9]*$')
      or (k.holder = 'house') <> (w.owner like 'house:%')
      or (k.holder = 'world') <> (w.owner like 'world:%')
   limit 1;
  if found then
    raise exception 'no such account can be opened: %', wrong using errcode = 'LG003';
  end if;
  insert into ledger_account (owner, kind, currency, book, floored, floor)
  select distinct w.owner, w.kind, w.currency, w.book, k.floored, case when k.floored then 0::numeric end
    from unnest(owners, kinds, currencies, books) as w (owner, kind, currency, book) join ledger_account_kind k using (kind)
   order by 1, 2, 3, 4
  on conflict (owner, kind, currency, book) do nothing;
end $$;
revoke execute on function ledger_open(text[], text[], text[], text[]) from public;

grant select on ledger_account_kind, ledger_account, ledger_transfer, ledger_entry
  to app, admin, engine, worker, custody, audit;
grant execute on function ledger_open(text[], text[], text[], text[]) to app, engine, worker, custody;
-- xid and at are not granted: a writer cannot claim another transaction or another time.
grant insert (id, kind, ref, book, digest) on ledger_transfer to app, engine, worker, custody;
grant insert on ledger_entry to app, engine, worker, custody;
grant update (lock_only) on ledger_account to app, engine, worker, custody;

select partitions_ensure();
