-- Prices, sealed: blocks of ticks, each naming the hash of the one before it, signed by a key that is public.

-- A key signs from its block until the next one does. It is named by the hash of its public part; the private part is
-- sealed by a master key, and no role but feed may read even that.
create table price_key (
  id            text        primary key check (id ~ '^[0-9a-f]{16}$'),
  public_key    bytea       not null check (length(public_key) = 32),
  from_block    bigint      not null unique check (from_block > 0),
  sealed        bytea       not null,
  master_key_id text        not null,
  at            timestamptz not null default app_now(),
  constraint a_key_is_named_by_its_hash check (id = encode(substring(sha256(public_key) for 8), 'hex'))
);

-- The headers, kept for ever.
create table price_block (
  number     bigint      not null primary key check (number > 0),
  at         timestamptz not null,
  tick_count int         not null check (tick_count > 0),
  key_id     text        not null,
  root       bytea       not null check (length(root) = 32),
  previous   bytea       not null check (length(previous) = 32),
  hash       bytea       not null check (length(hash) = 32),
  signature  bytea       not null check (length(signature) = 64),
  constraint a_block_is_followed_once unique (previous)
);

-- Their ticks, packed, kept for some days. The id is the block's time and the last 22 bits of its number.
create table price_ticks (
  id     bigint not null primary key,
  number bigint not null,
  body   bytea  not null
) partition by range (id);
alter table price_ticks alter column body set storage main;     -- In its row: beside it, a body would be cut in two.
insert into partition_plan (parent, key_type, days_each, days_kept) values ('price_ticks', 'id', 1, null);

-- What is published every minute. The last tick of every market is there so that a new owner need not read far back.
create table price_head (
  number     bigint      not null primary key references price_block (number),
  hash       bytea       not null,
  at         timestamptz not null,
  last_ticks bytea       not null
);

-- A block follows the last one, and its signer is the key of its number: a second history cannot even be written down.
create function price_block_follows() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare last record;
begin
  select hash, at into last from price_block where number = new.number - 1;
  if not found then
    if new.number <> 1 or new.previous <> decode(repeat('00', 32), 'hex') then
      raise exception 'block % follows no block', new.number using errcode = 'PB001';
    end if;
  elsif new.previous <> last.hash then
    raise exception 'block % does not name the hash of the last one', new.number using errcode = 'PB002';
  elsif new.at < last.at then
    raise exception 'block % is earlier than the last one', new.number using errcode = 'PB003';
  end if;
  if new.key_id is distinct from
     (select id from price_key where from_block <= new.number order by from_block desc limit 1) then
    raise exception 'block % is not for key % to sign', new.number, new.key_id using errcode = 'PB004';
  end if;
  return new;
end $$;
create trigger price_block_follows_the_last before insert on price_block
  for each row execute function price_block_follows();

-- A new key signs from the next block on: those on their way are waited for, and later ones see it.
create function price_key_begins() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  lock table price_block in share row exclusive mode;
  new.from_block := coalesce((select max(number) from price_block), 0) + 1;
  return new;
end $$;
create trigger price_key_begins_at_the_next_block before insert on price_key
  for each row execute function price_key_begins();

create function price_head_agrees() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if new.hash is distinct from (select hash from price_block where number = new.number) then
    raise exception 'head % is not its block''s hash', new.number using errcode = 'PB005';
  end if;
  return new;
end $$;
create trigger price_head_agrees_with_its_block before insert on price_head
  for each row execute function price_head_agrees();

create trigger price_key_is_append_only before update or delete on price_key for each row execute function refuse_change();
create trigger price_key_is_never_emptied before truncate on price_key for each statement execute function refuse_change();
create trigger price_block_is_append_only before update or delete on price_block for each row execute function refuse_change();
create trigger price_block_is_never_emptied before truncate on price_block for each statement execute function refuse_change();
create trigger price_ticks_is_append_only before update or delete on price_ticks for each row execute function refuse_change();
create trigger price_ticks_is_never_emptied before truncate on price_ticks for each statement execute function refuse_change();
create trigger price_head_is_append_only before update or delete on price_head for each row execute function refuse_change();
create trigger price_head_is_never_emptied before truncate on price_head for each statement execute function refuse_change();

-- How long ticks are kept is a setting, so it is said with every call. What the newest head does not cover stays:
-- without it nobody could tell the numbers of the last ticks. What is in no bar yet stays too: nobody could tell it later.
-- To drop a day is to lock all of them, and whoever waits for that lock makes every block wait behind it: so it waits a
-- moment only, and what somebody reads goes another time.
create function price_ticks_drop(days int) returns int
language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '100ms' as $$
declare old text; dropped int := 0;
begin
  if days < 1 then raise exception 'ticks are kept for a day at least'; end if;
  perform pg_advisory_xact_lock(hashtext('partitions'));
  for old in
    select c.oid::regclass::text
      from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent = 'price_ticks'::regclass
       -- The planner may read this of every table before it looks whose partition it is; not every name ends in a day.
       and case when c.relname ~ '_\d{8}$' then to_date(right(c.relname, 8), 'YYYYMMDD') + 1 end
           <= least((clock_timestamp() at time zone 'UTC')::date - days,
                    (select (at at time zone 'UTC')::date from price_head order by number desc limit 1),
                    (select (at at time zone 'UTC')::date from price_block
                      where number > (select block from candle_cursor) order by number limit 1))
     order by 1
  loop
    execute format('drop table %s', old);
    dropped := dropped + 1;
  end loop;
  return dropped;
exception when lock_not_available then
  raise warning 'old ticks are being read: they are dropped another time';
  return 0;
end $$;
revoke execute on function price_ticks_drop(int) from public;
grant execute on function price_ticks_drop(int) to worker;

grant select (id, public_key, from_block, at) on price_key to app, admin, engine, worker, audit;
grant select, insert (id, public_key, sealed, master_key_id) on price_key to feed;
grant select on price_block, price_ticks, price_head to app, admin, engine, worker, feed, audit;
grant insert on price_block, price_ticks, price_head to feed;

select partitions_ensure();
