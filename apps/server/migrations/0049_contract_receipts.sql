-- The receipts of one position, and the nights of one market, by their place: a reader is shown those before a receipt.
create index receipt_of_position on receipt ((body->'settlement'->>'position'), ((body->'chain'->>'place')::int))
  where kind = 'contract.settlement';
create index receipt_of_night on receipt ((body->>'book'), ((body->'night'->>'market')::int), ((body->'chain'->>'place')::int))
  where kind = 'contract.overnight';
create index receipt_of_trigger on receipt (((body->'trigger'->>'block')::bigint))
  where kind = 'contract.settlement' and body->'trigger'->>'block' is not null;

-- As before (0041), with the tick that fired a stop, found by its own block: a stop that fires before a weekend is filled after
-- it, hundreds of thousands of blocks later.
create or replace function price_ticks_keep(day regclass) returns void
language plpgsql set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
declare first bigint; last bigint;
begin
  execute format('select number from %s order by id limit 1', day) into first;
  execute format('select number from %s order by id desc limit 1', day) into last;
  execute format('insert into price_ticks_kept (number, body, inventory)
    select t.number, t.body, t.inventory
      from (select block, max(at_ms) as at_ms from (
              select r.block, coalesce(r.body->''fill''->>''at'', r.body->''conversion''->>''quoted_at'')::bigint as at_ms
                from receipt r where r.block between $1 and $2
              union all
              select (leg->>''block'')::bigint, null from receipt r, jsonb_array_elements(r.body->''legs'') leg
               where r.kind = ''convert.conversion'' and r.block between $1 and $2
              union all
              select (r.body->''trigger''->>''block'')::bigint, null from receipt r
               where r.kind = ''contract.settlement'' and r.body->''trigger''->>''block'' is not null
                 and (r.body->''trigger''->>''block'')::bigint between $1 and $2) each group by block) named
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

-- A limit order may wait for weeks, and its position has the order's id. The feed reads receipts of the last seven days of ids
-- only, so what is issued under an older id is noted here for it.
create table receipt_late (
  id  bigint      primary key,
  xid xid8        not null default pg_current_xact_id(),
  at  timestamptz not null default clock_timestamp()
);
create index receipt_late_by_transaction on receipt_late (xid);
create function receipt_note_late() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into receipt_late (id) values (new.id);
  return null;
end $$;
create trigger receipt_is_noted_if_late after insert on receipt for each row
  when (new.kind = 'contract.open' and new.id < id_floor(clock_timestamp() - interval '6 days'))
  execute function receipt_note_late();

-- One receipt by its id; a join would have the planner look at every partition for every block.
create function receipt_found(wanted bigint) returns json
language plpgsql stable set search_path = public, pg_temp as $$
begin
  return (select json_build_object('id', id::text, 'kind', kind, 'body', body) from receipt where id = wanted);
end $$;
grant select on receipt_late to feed, worker, audit;
