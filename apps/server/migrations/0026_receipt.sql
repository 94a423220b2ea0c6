-- Receipts: what the house did, by which rule and at which sealed price, so that anybody can compute it again.

-- The id is that of the thing it is for. The block is the one whose tick it names.
create table receipt (
  id    bigint not null primary key,
  kind  text   not null check (kind <> ''),
  block bigint not null check (block > 0),
  body  jsonb  not null check (jsonb_typeof(body) = 'object')
) partition by range (id);
create index receipt_of_block on receipt (block);   -- What the sweep of old ticks must leave.
insert into partition_plan (parent, key_type, days_each) values ('receipt', 'id', 7);

-- Ticks of blocks that receipts name, kept when all others of their day go.
create table price_ticks_kept (
  number bigint not null primary key,
  body   bytea  not null
);

create trigger receipt_is_append_only before update or delete on receipt for each row execute function refuse_change();
create trigger receipt_is_never_emptied before truncate on receipt for each statement execute function refuse_change();
create trigger price_ticks_kept_is_append_only before update or delete on price_ticks_kept for each row execute function refuse_change();
create trigger price_ticks_kept_is_never_emptied before truncate on price_ticks_kept for each statement execute function refuse_change();

-- Copies what receipts name out of one day's ticks, in one statement: where trading is lively nearly every block is named.
-- From the names by keys to the ticks, whatever the planner knows: few may be named, and a day is gigabytes.
-- Within a millisecond ids need not follow the numbers, so it looks a little further at both ends.
create function price_ticks_keep(day regclass) returns void
language plpgsql set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
declare first bigint; last bigint;
begin
  execute format('select number from %s order by id limit 1', day) into first;
  execute format('select number from %s order by id desc limit 1', day) into last;
  execute format('insert into price_ticks_kept (number, body)
    select t.number, t.body from (select distinct block from receipt where block between $1 and $2) named
      join price_block b on b.number = named.block
      join %s t on t.id = id_floor(b.at) | (b.number & 4194303) and t.number = b.number
    on conflict do nothing', day) using first - 1000, last + 1000;
end $$;
revoke execute on function price_ticks_keep(regclass) from public;

-- As before (0018), and what receipts name is copied first: all of it before the first day is dropped, because from then
-- on every block waits; and for good, even if the days are dropped another time.
create or replace function price_ticks_drop(days int) returns int
language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '100ms' as $$
declare old text[]; name text;
begin
  if days < 1 then raise exception 'ticks are kept for a day at least'; end if;
  perform pg_advisory_xact_lock(hashtext('partitions'));
  select coalesce(array_agg(c.oid::regclass::text order by c.relname), '{}') into old
    from pg_inherits i join pg_class c on c.oid = i.inhrelid
   where i.inhparent = 'price_ticks'::regclass
     -- The planner may read this of every table before it looks whose partition it is; not every name ends in a day.
     and case when c.relname ~ '_\d{8}$' then to_date(right(c.relname, 8), 'YYYYMMDD') + 1 end
         <= least((clock_timestamp() at time zone 'UTC')::date - days,
                  (select (at at time zone 'UTC')::date from price_head order by number desc limit 1),
                  (select (at at time zone 'UTC')::date from price_block
                    where number > (select block from candle_cursor) order by number limit 1));
  foreach name in array old loop perform price_ticks_keep(name::regclass); end loop;
  begin
    foreach name in array old loop execute format('drop table %s', name); end loop;
  exception when lock_not_available then
    raise warning 'old ticks are being read: they are dropped another time';
    return 0;
  end;
  return cardinality(old);
end $$;

grant select on receipt to app, admin, engine, worker, audit;
grant insert on receipt to engine;
grant select on price_ticks_kept to app, admin, engine, worker, feed, audit;

select partitions_ensure();
