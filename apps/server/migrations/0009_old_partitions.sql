-- Partitions older than their plan keeps them are dropped; an outbox partition only once every consumer has passed it.
create function partitions_drop() returns int
language plpgsql security definer set search_path = public, pg_temp as $$
declare old record; waits boolean; dropped int := 0;
begin
  perform pg_advisory_xact_lock(hashtext('partitions'));
  for old in
    select p.parent, c.oid::regclass::text as name
      from partition_plan p
      join pg_inherits i on i.inhparent = p.parent::regclass
      join pg_class c on c.oid = i.inhrelid
     where p.days_kept is not null
       and to_date(right(c.relname, 8), 'YYYYMMDD') + p.days_each < (clock_timestamp() at time zone 'UTC')::date - p.days_kept
     order by 2
  loop
    waits := false;
    if old.parent = 'outbox' then
      execute format('select exists (select from outbox_cursor c where c.xid <= (select max(xid) from %s))', old.name) into waits;
    end if;
    if not waits then
      execute format('drop table %s', old.name);
      dropped := dropped + 1;
    end if;
  end loop;
  return dropped;
end $$;
revoke execute on function partitions_drop() from public;
grant execute on function partitions_drop() to worker;
