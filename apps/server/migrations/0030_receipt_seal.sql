-- Block headers of version 2 seal receipts and the house's inventory besides the ticks. A receipt that no block contains,
-- or a ladder of an inventory that no block contains, is then no evidence.

-- The trees besides the ticks, as in the header: length and text of the name, count in four bytes, root. `seen` says which
-- transactions had ended when the block was made: the next one seals the receipts of all others.
alter table price_block
  add column version smallint    not null default 1 check (version in (1, 2)),
  add column roots   bytea       not null default '',
  add column seen    pg_snapshot,
  add constraint version_1_seals_ticks_only check (version > 1 or (roots = '' and seen is null)),
  add constraint later_versions_say_what_was_seen check (version = 1 or seen is not null);

-- What the house held, packed: kept as long as the ticks. It may be stored beside its row; the ticks stay in it.
alter table price_ticks add column inventory bytea not null default '';
alter table price_ticks_kept add column inventory bytea not null default '';

-- As before (0018), and a chain never returns to version 1, which would seal less, nor to what an earlier block had seen,
-- which would seal a receipt twice.
create or replace function price_block_follows() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare last record;
begin
  select hash, at, version, seen into last from price_block where number = new.number - 1;
  if not found then
    if new.number <> 1 or new.previous <> decode(repeat('00', 32), 'hex') then
      raise exception 'block % follows no block', new.number using errcode = 'PB001';
    end if;
  elsif new.previous <> last.hash then
    raise exception 'block % does not name the hash of the last one', new.number using errcode = 'PB002';
  elsif new.at < last.at then
    raise exception 'block % is earlier than the last one', new.number using errcode = 'PB003';
  elsif new.version < last.version then
    raise exception 'block % is of an older version than the last one', new.number using errcode = 'PB006';
  elsif pg_snapshot_xmin(new.seen) < pg_snapshot_xmin(last.seen) or pg_snapshot_xmax(new.seen) < pg_snapshot_xmax(last.seen) then
    raise exception 'block % has seen less than the last one', new.number using errcode = 'PB007';
  end if;
  if new.key_id is distinct from
     (select id from price_key where from_block <= new.number order by from_block desc limit 1) then
    raise exception 'block % is not for key % to sign', new.number, new.key_id using errcode = 'PB004';
  end if;
  return new;
end $$;

-- Which transaction issued a receipt. Receipts from before have none and are not sealed.
alter table receipt add column xid xid8;
alter table receipt alter column xid set default pg_current_xact_id();
create index receipt_by_transaction on receipt (xid);
revoke insert on receipt from engine;
grant insert (id, kind, block, body) on receipt to engine;   -- Not xid: no receipt is claimed for another transaction.

-- One receipt for one place of a ladder's side. A unique index of a partitioned table would have to contain the id, which
-- makes everything unique, so each partition has its own: a ladder lives for seconds, and where a partition ends among
-- them the worker compares its receipts. Receipts of version 1 have no place, and no two nulls are the same.
-- It begins with the block, and so replaces the index by which the sweep of old ticks finds what receipts name.
alter table partition_plan add column unique_by text;
update partition_plan set unique_by =
  $$ (block, ((body->'tick'->>'seq')::bigint), ((body->'fill'->>'market')::int), (body->>'book'), (body->'fill'->>'side'),
      ((body->'chain'->>'place')::int)) $$
 where parent = 'receipt';
drop index receipt_of_block;
do $$
declare part record;
begin
  for part in select c.relname as name, p.unique_by from partition_plan p
                join pg_inherits i on i.inhparent = p.parent::regclass join pg_class c on c.oid = i.inhrelid
               where p.unique_by is not null loop
    execute format('create unique index %I on %I %s', part.name || '_once', part.name, part.unique_by);
  end loop;
end $$;

-- As before (0001), and a new partition gets its own unique index where the plan names one.
create or replace function partitions_ensure(days_ahead int default 8) returns int
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  plan partition_plan; day timestamptz; until timestamptz; name text; low text; high text; made int := 0;
begin
  perform pg_advisory_xact_lock(hashtext('partitions'));
  for plan in select * from partition_plan order by parent loop
    -- Aligned to the plan's own span since 2025-01-01 (a Wednesday), so every run computes the same borders.
    day := timestamptz '2025-01-01 00:00Z' + make_interval(days => plan.days_each *
      (extract(epoch from clock_timestamp() - interval '1 day' - timestamptz '2025-01-01 00:00Z')::bigint / 86400 / plan.days_each)::int);
    while day < clock_timestamp() + make_interval(days => days_ahead) loop
      until := day + make_interval(days => plan.days_each);
      name := plan.parent || '_' || to_char(day at time zone 'UTC', 'YYYYMMDD');
      if to_regclass(name) is null then
        low  := case plan.key_type when 'id' then id_floor(day)::text   else uuid_floor(day)::text   end;
        high := case plan.key_type when 'id' then id_floor(until)::text else uuid_floor(until)::text end;
        execute format('create table %I (like %I including defaults including constraints including storage)', name, plan.parent);
        if plan.unique_by is not null then
          execute format('create unique index %I on %I %s', name || '_once', name, plan.unique_by);
        end if;
        execute format('alter table %I attach partition %I for values from (%L) to (%L)', plan.parent, name, low, high);
        made := made + 1;
      end if;
      day := until;
    end loop;
  end loop;
  return made;
end $$;

-- The receipts of each block in the order of their leaves. One row a block, because a receipt is sought near its price's block.
create table receipt_seal (
  block    bigint   primary key references price_block (number),
  receipts bigint[] not null check (cardinality(receipts) > 0)
);
create trigger receipt_seal_is_append_only before update or delete on receipt_seal for each row execute function refuse_change();
create trigger receipt_seal_is_never_emptied before truncate on receipt_seal for each statement execute function refuse_change();

-- What the house holds by mode and market; the feed seals it and sees no other account.
create view house_inventory as
  select a.book, m.id as market,
         coalesce(sum(a.available) filter (where a.currency = m.base), 0) as base,
         coalesce(sum(a.available) filter (where a.currency = m.quote), 0) as quote
    from ledger_account a join market m on a.owner = 'house:ladder-' || m.id and a.currency in (m.base, m.quote)
   where a.kind = 'house_ladder' and a.owner like 'house:%' and a.available <> 0
   group by a.book, m.id;

-- As before (0026), with the inventory, and with the blocks that were sealed between a receipt's price and two seconds
-- before its trade: they show that there was no newer price. They are followed one by one, because nearly always there is
-- none. They may be of the next day, so it looks further back.
create or replace function price_ticks_keep(day regclass) returns void
language plpgsql set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
declare first bigint; last bigint;
begin
  execute format('select number from %s order by id limit 1', day) into first;
  execute format('select number from %s order by id desc limit 1', day) into last;
  execute format('insert into price_ticks_kept (number, body, inventory)
    select t.number, t.body, t.inventory
      from (select block, max((body->''fill''->>''at'')::bigint) as at_ms from receipt
             where block between $1 and $2 group by block) named
      cross join lateral (
        with recursive passed as (
          select number, at from price_block where number = named.block
          union all
          select b.number, b.at from passed p join price_block b on b.number = p.number + 1
           where extract(epoch from b.at) * 1000 <= named.at_ms - 2000)
        select number, at from passed) b
      join %s t on t.id = id_floor(b.at) | (b.number & 4194303) and t.number = b.number
    on conflict do nothing', day) using first - 10000, last + 1000;
end $$;

-- What the worker found wrong with receipts. It is an alarm until somebody has said what was done about it.
create table receipt_breach (
  receipt  bigint      not null,
  rule     text        not null,
  detail   text        not null,
  at       timestamptz not null default clock_timestamp(),
  resolved text        check (resolved <> ''),
  primary key (receipt, rule)
);

grant select on receipt, house_inventory to feed;
grant select on receipt_seal to app, admin, engine, worker, feed, audit;
grant insert on receipt_seal to feed;
grant select on house_inventory to worker, audit;
grant select, insert (receipt, rule, detail) on receipt_breach to worker;
grant select, update (resolved) on receipt_breach to admin;
grant select on receipt_breach to audit;

select partitions_ensure();
