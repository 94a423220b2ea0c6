-- Conversions between two coins of one user, at the index price with a published spread, out of the platform's own inventory.

-- The inventory is floored: the database refuses a conversion that pays out more than the platform holds.
insert into ledger_account_kind (kind, holder, floored) values ('inventory', 'house', true);

insert into ledger_right (role, transfer_kind, book, account_kind, change, same_owner)
select role, transfer_kind, book, account_kind, change, same_owner
  from (values
    -- A user's coins become the same user's other coins; the inventory is the other side.
    ('app', 'convert', '{real,demo}', '{wallet,exchange,inventory}', '{pay,receive}', true),
    -- The demo inventory comes from the external account of demo mode and returns to it.
    ('app', 'convert.funding', '{demo}', '{external,inventory}', '{pay,receive}', false),
    -- The real one is the operator's own capital.
    ('migrate', 'capital.paid_in', '{real}', '{inventory}', '{receive}', false),
    ('migrate', 'capital.paid_out', '{real}', '{inventory}', '{pay}', false)
  ) as rule (role, transfer_kind, books, account_kinds, changes, same_owner),
  unnest(books::text[]) as book, unnest(account_kinds::text[]) as account_kind, unnest(changes::text[]) as change;

-- As in 0029, but `same_owner` is about users: all entries on accounts of users belong to one user, and the house may be the other
-- side. Which accounts a kind touches is in its rows, so a user's own transfers still stay within the user.
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
     group by n.transfer having count(distinct a.owner) filter (where a.owner like 'user:%') > 1 limit 1;
    if found then
      raise exception 'role % may not post transfer % between two users', me, bad using errcode = 'LG005';
    end if;
  end if;
  return null;
end $$;

-- A rate that is promised until it expires, by the database's clock, with the sealed ticks it was computed from. Kept for an hour.
create table convert_quote (
  id            bigint          primary key,
  user_id       bigint          not null,
  book          text            not null check (book in ('real', 'demo')),
  account       text            not null check (account in ('wallet', 'exchange')),
  from_currency text            not null references currency (code),
  to_currency   text            not null references currency (code),
  amount        numeric(38, 18) not null check (amount > 0),
  received      numeric(38, 18) not null check (received > 0),
  from_price    numeric(38, 18) not null check (from_price > 0),
  to_price      numeric(38, 18) not null check (to_price > 0),
  legs          jsonb           not null check (jsonb_array_length(legs) between 1 and 2),
  spread_rate   numeric(38, 18) not null check (spread_rate >= 0 and spread_rate < 1),
  lock_seconds  int             not null check (lock_seconds > 0),
  terms         int             not null,   -- versions of the published settings
  freshness     int             not null,
  max_age_ms    int             not null,
  quoted_at     timestamptz     not null,
  expires_at    timestamptz     not null,
  conversion    bigint,                     -- null until it is used
  constraint a_conversion_is_between_two_coins check (from_currency <> to_currency)
);
create index convert_quote_by_expiry on convert_quote (expires_at);

create table conversion (
  id            bigint          not null primary key,
  user_id       bigint          not null,
  book          text            not null check (book in ('real', 'demo')),
  account       text            not null check (account in ('wallet', 'exchange')),
  from_currency text            not null,
  to_currency   text            not null,
  amount        numeric(38, 18) not null check (amount > 0),
  received      numeric(38, 18) not null check (received > 0),
  from_price    numeric(38, 18) not null check (from_price > 0),
  to_price      numeric(38, 18) not null check (to_price > 0),
  spread_rate   numeric(38, 18) not null check (spread_rate >= 0 and spread_rate < 1),
  quote         bigint          not null,
  at            timestamptz     not null default app_now(),
  constraint a_conversion_is_between_two_coins check (from_currency <> to_currency)
) partition by range (id);
create index conversion_of_user on conversion (user_id, book, id desc);
-- One conversion for one quote. Each partition has its own index, as a unique one of the parent would have to contain the id; where a
-- partition ends, the quote's own row still names the conversion it was used for.
insert into partition_plan (parent, key_type, days_each, unique_by) values ('conversion', 'id', 7, '(quote)');
create trigger conversion_is_append_only before update or delete on conversion for each row execute function refuse_change();
create trigger conversion_is_never_emptied before truncate on conversion for each statement execute function refuse_change();

-- Role app issues receipts of conversions, each for a conversion that exists, and no others: only the engine may speak for the ladder.
create function receipt_of_conversion(conversion_id bigint, price_block bigint, content jsonb) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into receipt (id, kind, block, body)
  select c.id, 'convert.conversion', price_block, content from conversion c where c.id = conversion_id;
  if not found then
    raise exception 'there is no conversion %', conversion_id using errcode = 'PB008';
  end if;
end $$;
revoke execute on function receipt_of_conversion(bigint, bigint, jsonb) from public;
grant execute on function receipt_of_conversion(bigint, bigint, jsonb) to app;

-- As before (0030), with both prices of a conversion: the blocks of its two ticks may differ.
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
               where r.kind = ''convert.conversion'' and r.block between $1 and $2) each group by block) named
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

grant select, insert (id, user_id, book, account, from_currency, to_currency, amount, received, from_price, to_price, legs, spread_rate,
                      lock_seconds, terms, freshness, max_age_ms, quoted_at, expires_at), update (conversion) on convert_quote to app;
grant select, delete on convert_quote to worker;
grant select on convert_quote to admin, audit;
grant select, insert (id, user_id, book, account, from_currency, to_currency, amount, received, from_price, to_price, spread_rate, quote)
  on conversion to app;
grant select on conversion to worker, admin, audit;

select partitions_ensure();
