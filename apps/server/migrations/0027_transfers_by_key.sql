-- The transfer of an entry is looked up by its key and nothing else. With its transaction in the condition the planner may take
-- the index by transaction instead, and then every entry of a batch reads every transfer of that batch.
create or replace function ledger_apply() returns trigger language plpgsql security definer set search_path = public, pg_temp
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare lines bigint; sound_lines bigint; bad bigint;
begin
  with change as materialized (
    select n.account, n.currency, count(*) as lines,
           (select case when t.xid = pg_current_xact_id() then t.book end from ledger_transfer t where t.id = n.transfer) as book,
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
