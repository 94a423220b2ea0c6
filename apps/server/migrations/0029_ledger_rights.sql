-- Which role may move which money. LG005: the role has no right to post this, or to open such an account.
-- Real money enters and leaves through `external` accounts only. Role custody moves what users deposit and withdraw, role migrate
-- the operator's own capital; no process that talks to users can do either.

-- How an entry changes its account. Inlined by the planner, so that the trigger and the auditor share one definition.
-- 'other' has no right: money paid to somebody is never frozen by the same entry, and a hold is never part of a payment.
create function ledger_change(available_delta numeric, frozen_delta numeric) returns text
language sql immutable parallel safe as $$
  select case when available_delta = 0 and frozen_delta = 0 then 'none'
              when frozen_delta = 0 then case when available_delta < 0 then 'pay' else 'receive' end
              when available_delta = 0 and frozen_delta < 0 then 'pay_held'
              when available_delta + frozen_delta <> 0 then 'other'
              when frozen_delta > 0 then 'hold'
              else 'release' end $$;

-- One row allows one role one change of one kind of account, by one kind of transfer, in one mode (column `book`). What has no row
-- is refused. Only migrations write here; the auditor compares the contents with those it was built for.
create table ledger_right (
  role          text    not null,
  transfer_kind text    not null,
  book          text    not null check (book in ('real', 'demo')),
  account_kind  text    not null references ledger_account_kind (kind),
  change        text    not null check (change in ('pay', 'pay_held', 'receive', 'hold', 'release')),
  same_owner    boolean not null,        -- true: all entries of the transfer belong to one owner
  -- Everything is in the index: the trigger reads it with every statement, and never the table.
  primary key (role, transfer_kind, book, account_kind, change) include (same_owner)
);
insert into ledger_right (role, transfer_kind, book, account_kind, change, same_owner)
select role, transfer_kind, book, account_kind, change, same_owner
  from (values
    -- Users move their own money between their own accounts. A bonus is not theirs to move.
    ('app', 'wallet.change', '{real,demo}', '{wallet,exchange,contract,seconds,fiat,financial,copy}', '{pay,receive}', true),
    -- Demo money comes from the external account of demo mode and returns to it.
    ('app', 'demo.grant', '{demo}', '{external}', '{pay}', false),
    ('app', 'demo.grant', '{demo}', '{wallet}', '{receive}', false),
    ('app', 'demo.sweep', '{demo}', '{wallet,exchange,contract,seconds,fiat,financial,copy,bonus}', '{pay}', false),
    ('app', 'demo.sweep', '{demo}', '{external}', '{receive}', false),
    -- Spot orders hold, pay and receive in exchange accounts; the house trades with its ladder accounts only.
    ('engine', 'spot.hold', '{real,demo}', '{exchange}', '{hold}', false),
    ('engine', 'spot.release', '{real,demo}', '{exchange}', '{release}', false),
    ('engine', 'spot.fill', '{real,demo}', '{exchange}', '{pay,pay_held,receive}', false),
    ('engine', 'spot.fill', '{real,demo}', '{house_ladder}', '{pay,receive}', false),
    ('engine', 'spot.fill', '{real,demo}', '{fee_income}', '{receive}', false),
    ('engine', 'spot.ladder.funding', '{demo}', '{external,house_ladder}', '{pay,receive}', false),
    -- The border of the platform, in real mode.
    ('custody', 'deposit', '{real}', '{external}', '{pay}', false),
    ('custody', 'deposit', '{real}', '{wallet}', '{receive}', false),
    ('custody', 'withdrawal', '{real}', '{wallet}', '{pay}', false),
    ('custody', 'withdrawal', '{real}', '{external}', '{receive}', false),
    ('migrate', 'capital.paid_in', '{real}', '{external}', '{pay}', false),
    ('migrate', 'capital.paid_in', '{real}', '{capital,insurance,house_ladder}', '{receive}', false),
    ('migrate', 'capital.paid_out', '{real}', '{capital,insurance,house_ladder}', '{pay}', false),
    ('migrate', 'capital.paid_out', '{real}', '{external}', '{receive}', false)
  ) as rule (role, transfer_kind, books, account_kinds, changes, same_owner),
  unnest(books::text[]) as book, unnest(account_kinds::text[]) as account_kind, unnest(changes::text[]) as change;

-- What explains an entry on an external account in real mode: written by whoever moved the money outside, in the transaction that
-- posts the transfer of the same kind and ref. The auditor compares the two.
create table external_payment (
  kind        text            not null,
  ref         text            not null,
  currency    text            not null references currency (code),
  amount      numeric(38, 18) not null,  -- positive: the money entered the platform
  reason      text            not null,  -- the transaction on its chain, or the operator's words
  recorded_by text            not null default session_user,
  xid         xid8            not null default pg_current_xact_id(),
  at          timestamptz     not null default app_now(),
  primary key (kind, ref),
  constraint payments_are_recorded_by_the_role_that_makes_them check (
    recorded_by = case when kind in ('deposit', 'withdrawal') then 'custody'
                       when kind in ('capital.paid_in', 'capital.paid_out') then 'migrate' end),
  constraint payments_have_the_sign_of_their_kind check (
    case when kind in ('deposit', 'capital.paid_in') then amount > 0 else amount < 0 end),
  constraint a_payment_has_a_reason check (reason ~ '\S')
);
create index external_payment_by_transaction on external_payment (xid);
create trigger external_payment_is_append_only before update or delete on external_payment for each row execute function refuse_change();
create trigger external_payment_is_never_emptied before truncate on external_payment for each statement execute function refuse_change();
-- A handful of rows: the auditor reads them at every run.
create index ledger_account_of_the_world on ledger_account (book, currency) where kind = 'external';

-- As in 0027, plus the rights. What a role may do is a short list of transfer kinds with a change; a use is its place in that
-- list, 0 for what is not in it. Entries are reduced to one set of uses (bits) per account while they are summed, and the update
-- returns the account's kind: so no row is read twice, and the few sets of a batch are compared with what is allowed.
-- session_user, because the function runs as its owner: it is the role that logged in, whatever SET ROLE says. In a variable it
-- has the column's collation, so the index finds it. Compiling (jit) would take longer than any statement here.
create or replace function ledger_apply() returns trigger language plpgsql security definer set search_path = public, pg_temp
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
declare
  me text := session_user; names text[]; wrong text; bad bigint;
  lines bigint; sound_lines bigint; is_refused boolean; has_same_owner boolean;
begin
  select array_agg(distinct r.transfer_kind || ' ' || r.change) into names from ledger_right r where r.role = me;
  if cardinality(names) > 62 then
    raise exception 'role % has more rights than fit into a set', me using errcode = 'LG005';
  end if;
  with change as materialized (
    select n.account, n.currency, case when t.xid = pg_current_xact_id() then t.book end as book, count(*) as lines,
           sum(n.available_delta) as available_delta, sum(n.frozen_delta) as frozen_delta,
           bit_or(1::bigint << coalesce(array_position(names, t.kind || ' ' || ledger_change(n.available_delta, n.frozen_delta)), 0))
             filter (where n.available_delta <> 0 or n.frozen_delta <> 0) as uses
      from new_entries n left join ledger_transfer t on t.id = n.transfer
     group by n.account, n.currency, 3 order by n.account),
  move as (
    update ledger_account a set available = a.available + c.available_delta, frozen = a.frozen + c.frozen_delta
      from change c where a.id = c.account and a.currency = c.currency and a.book = c.book
    returning c.lines, c.uses, a.kind, a.book),
  posted as (
    select m.kind, m.book, sum(m.lines) as lines, coalesce(bit_or(m.uses), 0) as uses from move m group by m.kind, m.book),
  allowed as materialized (
    select r.account_kind, r.book, bit_or(1::bigint << array_position(names, r.transfer_kind || ' ' || r.change)) as uses,
           coalesce(bit_or(1::bigint << array_position(names, r.transfer_kind || ' ' || r.change)) filter (where r.same_owner), 0) as same_owner
      from ledger_right r where r.role = me group by r.account_kind, r.book)
  select (select count(*) from new_entries), coalesce(sum(p.lines), 0), bool_or(p.uses & ~coalesce(a.uses, 0) <> 0),
         bool_or(p.uses & a.same_owner <> 0)
    into lines, sound_lines, is_refused, has_same_owner
    from posted p left join allowed a on a.account_kind = p.kind and a.book = p.book;
  if lines <> sound_lines then
    raise exception 'unknown or older transfer, unknown account, other currency or other book' using errcode = 'LG002';
  end if;
  select transfer into bad from new_entries
   group by transfer, currency having sum(available_delta + frozen_delta) <> 0 limit 1;
  if found then
    raise exception 'transfer % does not net to zero', bad using errcode = 'LG001';
  end if;
  if is_refused then
    select format('%s of %s by %s in %s', ledger_change(n.available_delta, n.frozen_delta), a.kind, t.kind, t.book) into wrong
      from new_entries n join ledger_transfer t on t.id = n.transfer join ledger_account a on a.id = n.account
     where (n.available_delta <> 0 or n.frozen_delta <> 0)
       and not exists (select from ledger_right r
                        where r.role = me and r.transfer_kind = t.kind and r.book = t.book and r.account_kind = a.kind
                          and r.change = ledger_change(n.available_delta, n.frozen_delta))
     order by n.available_delta + n.frozen_delta limit 1;
    raise exception 'role % may not post: %', me, wrong using errcode = 'LG005';
  end if;
  if has_same_owner then
    select n.transfer into bad
      from new_entries n join ledger_transfer t on t.id = n.transfer join ledger_account a on a.id = n.account
     where exists (select from ledger_right r where r.role = me and r.transfer_kind = t.kind and r.same_owner)
     group by n.transfer having count(distinct a.owner) > 1 limit 1;
    if found then
      raise exception 'role % may not post transfer % between two owners', me, bad using errcode = 'LG005';
    end if;
  end if;
  return null;
end $$;

-- A role opens only accounts that it may change.
create or replace function ledger_open(owners text[], kinds text[], currencies text[], books text[]) returns void
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
  select w.kind || ' in ' || w.book into wrong
    from (select distinct kind, book from unnest(kinds, books) as n (kind, book)) w
   where not exists (select from ledger_right r
                      where r.role = session_user::text and r.account_kind = w.kind and r.book = w.book)
   limit 1;
  if found then
    raise exception 'role % may not open accounts of %', session_user, wrong using errcode = 'LG005';
  end if;
  insert into ledger_account (owner, kind, currency, book, floored, floor)
  select distinct w.owner, w.kind, w.currency, w.book, k.floored, case when k.floored then 0::numeric end
    from unnest(owners, kinds, currencies, books) as w (owner, kind, currency, book) join ledger_account_kind k using (kind)
   order by 1, 2, 3, 4
  on conflict (owner, kind, currency, book) do nothing;
end $$;

grant select on ledger_right to app, admin, engine, worker, custody, audit;
grant select on external_payment to admin, worker, custody, audit;
grant insert (kind, ref, currency, amount, reason) on external_payment to custody;
-- The auditor compares grants of demo money with their users' rounds.
grant select (id, demo_round) on user_account to worker;
-- A broken seal stays until the seals are whole again; the auditor's next run must not wipe it out.
alter table ledger_audit add column seal_breach text;

-- Worker audits; it moves nothing.
revoke execute on function ledger_open(text[], text[], text[], text[]) from worker;
revoke insert (id, kind, ref, book, digest) on ledger_transfer from worker;
revoke insert on ledger_entry from worker;
revoke update (lock_only) on ledger_account from worker;

-- A process takes, renews and locks its own leases only: whoever holds another's row can stop its writer. Everybody reads them.
alter table lease enable row level security;
create policy everybody_reads_leases on lease for select using (true);
create policy engine_has_its_shards on lease to engine using (name like 'spot-%') with check (name like 'spot-%');
create policy feed_has_its_lease on lease to feed using (name = 'feed') with check (name = 'feed');
create policy custody_has_its_lease on lease to custody using (name = 'custody') with check (name = 'custody');
revoke insert, update on lease from worker;

-- Worker turns kill switches off and sets nothing else; people set the rest through role admin.
alter table setting enable row level security;
create policy everybody_reads_settings on setting for select using (true);
create policy admin_sets_everything on setting for insert to admin with check (true);
create policy worker_turns_switches_off on setting for insert to worker with check (key like 'switch.%' and value = 'false');

-- Gateway shows what others decided: sessions without any secret of their user, settings, markets, prices. It writes nothing.
grant usage on schema public to gateway;
grant select (id, verification, roles, country, frozen_at) on user_account to gateway;
grant select (id, user_id, book, signed_in_at, last_seen_at, ended_at) on session to gateway;
grant select on session_token to gateway;
grant select (id, public_key, from_block, at) on price_key to gateway;
grant select on currency, setting, market, price_block, price_ticks, price_head, price_ticks_kept, candle, candle_origin, candle_cursor
  to gateway;
