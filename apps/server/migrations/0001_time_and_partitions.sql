-- Time, ids and partitions: what every later table leans on.
revoke create on schema public from public;
grant usage on schema public to app, admin, engine, worker, feed, custody, audit;

-- Business time. Production has no hook here: tests replace the function in their own database.
create function app_now() returns timestamptz language sql volatile parallel safe as 'select clock_timestamp()';

-- The ten writer bits of time-ordered ids. Each process takes the next number when it starts; should 1,024 younger
-- starts meet a process that still runs, a primary key refuses the collision.
create sequence writer_slot minvalue 0 maxvalue 1023 cycle;
grant usage on sequence writer_slot to app, admin, engine, worker, feed, custody;

-- The smallest id, and the smallest UUIDv7, of an instant: partitions begin there. 1735689600000 is 2025-01-01.
create function id_floor(at timestamptz) returns bigint language sql immutable strict as
  'select ((extract(epoch from at) * 1000)::bigint - 1735689600000) << 22';
create function uuid_floor(at timestamptz) returns uuid language sql immutable strict as
  $$ select rpad(lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0'), 32, '0')::uuid $$;

create table partition_plan (
  parent    text primary key,
  key_type  text not null check (key_type in ('id', 'uuid')),
  days_each int  not null check (days_each > 0),
  days_kept int  check (days_kept > 0)          -- null: kept for ever
);
grant select on partition_plan to worker, audit;

-- Makes the partitions from yesterday until so many days ahead. Attaching takes no lock that stops a writer.
create function partitions_ensure(days_ahead int default 8) returns int
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
        execute format('alter table %I attach partition %I for values from (%L) to (%L)', plan.parent, name, low, high);
        made := made + 1;
      end if;
      day := until;
    end loop;
  end loop;
  return made;
end $$;
revoke execute on function partitions_ensure(int) from public;
grant execute on function partitions_ensure(int) to worker;
