-- The newest entries of accounts, each found at the end of its range of ledger_entry_of_account, partition by partition from the
-- newest: what a page costs depends on its size, not on how much was ever posted. Planning for the partitions of years costs more
-- than the page, so the plan is made once per connection.
create function ledger_entries_of(accounts bigint[], since bigint, until bigint, most int)
returns table (transfer bigint, account bigint, available_delta numeric, frozen_delta numeric) language plpgsql stable
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_bitmapscan = off set jit = off
as $$
begin
  return query
  select found.transfer, found.account, found.available_delta, found.frozen_delta
    from unnest(accounts) as own (id) cross join lateral (
      select e.transfer, e.account, e.available_delta, e.frozen_delta from ledger_entry e
       where e.account = own.id and e.transfer >= since and e.transfer < until
       order by e.transfer desc limit most) found
   order by found.transfer desc, found.account limit most;
end $$;

revoke execute on function ledger_entries_of from public;
grant execute on function ledger_entries_of to app, worker, admin;
