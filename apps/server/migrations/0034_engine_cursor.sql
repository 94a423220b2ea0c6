-- The last price block whose effects are in a shard's rows. It moves in the transaction of the batch, so that no tick is
-- missed and none counts twice, whichever process leads the shard.
create table engine_cursor (
  shard text        primary key,
  block bigint      not null check (block >= 0),
  at    timestamptz not null default app_now()
) with (fillfactor = 50);

grant select, insert, update on engine_cursor to engine;
grant select on engine_cursor to worker, audit;

-- Which role may write which command into the inbox, and for which product. The engine executes what is there for any
-- user, so a process that was broken into must not be able to write more than its own work.
create table engine_inbox_right (
  role    text not null,
  command text not null,
  primary key (role, command)
);
insert into engine_inbox_right (role, command) values ('migrate', 'spot.readInventory');
grant select on engine_inbox_right to engine, worker, audit;

-- The engine itself stores what its own products have triggered; every other role needs a right for the command.
create function engine_inbox_guard() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if session_user <> 'engine' and not exists (
       select from public.engine_inbox_right where role = session_user and command = new.command ->> 'name') then
    raise exception 'role % may not write % into the inbox', session_user, new.command ->> 'name' using errcode = '42501';
  end if;
  return new;
end $$;
create trigger engine_inbox_guard before insert on engine_inbox for each row execute function engine_inbox_guard();

-- A timer's effect may hand work to the engine, once a product has given the worker a right.
grant insert on engine_inbox to worker;

-- As before (0026), and ticks that a shard has not taken yet stay.
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
                    where number > (select block from candle_cursor) order by number limit 1),
                  (select (at at time zone 'UTC')::date from price_block
                    where number > (select min(block) from engine_cursor) order by number limit 1));
  foreach name in array old loop perform price_ticks_keep(name::regclass); end loop;
  begin
    foreach name in array old loop execute format('drop table %s', name); end loop;
  exception when lock_not_available then
    raise warning 'old ticks are being read: they are dropped another time';
    return 0;
  end;
  return cardinality(old);
end $$;
