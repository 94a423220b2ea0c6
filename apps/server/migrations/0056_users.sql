-- Users and support: staff find a user, read a profile and its lists. Addresses and telephone numbers are returned by functions that
-- know who asks and write the trail first; role admin reads neither of them by itself.

-- An account that is being closed can be frozen as well: its closing ends, as with the owner's own freeze (0054 broke the constraint).
create or replace function desk_freeze(session_token_hash bytea, the_user bigint, why text) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare actor staff_account; was_open boolean;
begin
  actor := staff_acting(session_token_hash, '{support,risk,security}');
  update user_account set frozen_at = app_now(), closing_due_at = null, closing_left = null, closing_email = null, closing_mobile = null
   where id = the_user and frozen_at is null and closed_at is null;
  was_open := found;
  if was_open then
    update session set ended_at = app_now() where user_id = the_user and ended_at is null;
    insert into trail (actor, action, subject, reason) values ('staff:' || actor.id, 'user.frozen', 'user:' || the_user, why);
    perform desk_announce(the_user, 'frozen', 0);
  end if;
  return was_open;
end $$;

-- The text after every text that begins with a prefix, byte by byte.
create function after_prefix(prefix text) returns text language sql immutable strict as $$ select prefix || chr(1114111) $$;

-- Finds users by what somebody says of themselves: all of a number, a telephone number, an order or a saved address, or the beginning
-- of an e-mail address. Every search is in the trail: with whom it found, not with what was typed, which may name somebody for ever.
create function desk_find_users(session_token_hash bytea, typed text, after bigint, most int)
returns table (id bigint, nickname text, email text, mobile text, verification smallint, country text, frozen_at timestamptz,
               closing_due_at timestamptz, closed_at timestamptz, found_by text)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  actor staff_account;
  digits text := regexp_replace(typed, '[\s()+.-]', '', 'g');
  prefix text := lower(btrim(typed));
  last_email text := (select lower(u.email) from user_account u where u.id = after);
  first_email text := case when last_email ~>~ prefix then last_email else prefix end;
  number bigint := case when digits ~ '^[1-9]\d{0,18}$' then case when digits::numeric < 9223372036854775807 then digits::bigint end end;
  hits text[];
begin
  actor := staff_acting(session_token_hash, '{support,identity,finance,risk,security}');
  -- The first hit of a user counts, in this order.
  with exact as (
    select 1 as place, 'uid' as way, number as user_id where number is not null
    union all select 2, 'phone', u.id from user_account u where u.mobile = digits
    union all select 3, 'order', o.user_id from spot_order o where o.id = number
    union all select 3, 'order', p.user_id from contract_position p where p.id = number
    union all select 3, 'order', b.user_id from seconds_bet b where b.id = number
    union all select 3, 'order', c.user_id from conversion c where c.id = number
    union all (select 4, 'address', p.user_id from payee_address p where p.address = btrim(typed) order by p.id desc limit most)),
  exact_user as (
    select e.place, e.way, u.id, u.email from exact e join user_account u on u.id = e.user_id where after is null),
  by_email as (
    select 5 as place, 'email' as way, u.id, u.email from user_account u
     where length(prefix) >= 3 and u.email is not null
       and lower(u.email) ~>=~ first_email and lower(u.email) ~<~ after_prefix(prefix)
       and lower(u.email) is distinct from last_email
       and not exists (select from exact_user x where x.id = u.id)
     order by lower(u.email) using ~<~ limit most),
  hit as (select * from exact_user union all select * from by_email),
  first_hit as (select distinct on (h.id) h.id, h.place, h.way, h.email from hit h order by h.id, h.place)
  select array_agg(f.id || ' ' || f.way order by f.place, f.email collate "C", f.id) into hits from first_hit f;
  insert into trail (actor, action, subject, details)
  values ('staff:' || actor.id, 'user.searched', 'users',
          json_build_object('found', array(select split_part(h, ' ', 1) from unnest(hits) h))::text);
  return query
  select u.id, u.nickname, u.email, u.mobile, u.verification, u.country, u.frozen_at, u.closing_due_at, u.closed_at, split_part(h.hit, ' ', 2)
    from unnest(hits) with ordinality as h (hit, place) join user_account u on u.id = split_part(h.hit, ' ', 1)::bigint
   order by h.place;
end $$;

-- Opens a profile: the trail says who looked, and why if they said so. Returns how the owner is reached, for the server to mask.
drop function desk_look_up(bytea, bigint, text);
create function desk_look_up(session_token_hash bytea, the_user bigint, why text) returns table (email text, mobile text)
language plpgsql security definer set search_path = public, pg_temp as $$
declare actor staff_account;
begin
  actor := staff_acting(session_token_hash, '{support,identity,finance,risk,security}');
  insert into trail (actor, action, subject, reason)
  select 'staff:' || actor.id, 'user.viewed', 'user:' || u.id, why from user_account u where u.id = the_user;
  return query select u.email, u.mobile from user_account u where u.id = the_user;
end $$;

-- Shows how the owner is reached, in full, to those who may have to call back. It takes a reason.
create function desk_reveal(session_token_hash bytea, the_user bigint, why text) returns table (email text, mobile text)
language plpgsql security definer set search_path = public, pg_temp as $$
declare actor staff_account;
begin
  actor := staff_acting(session_token_hash, '{support,risk,security}');
  if why !~ '\S' then raise exception 'a reason is missing' using errcode = '22023'; end if;
  insert into trail (actor, action, subject, reason)
  select 'staff:' || actor.id, 'user.revealed', 'user:' || u.id, why from user_account u where u.id = the_user;
  return query select u.email, u.mobile from user_account u where u.id = the_user;
end $$;

-- Before a list about a user is read: whether this member of staff may read it, and a row in the trail for each part and quarter of an
-- hour, so that no list is read without one and a long list does not fill the trail.
create function desk_read(session_token_hash bytea, the_user bigint, part text) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare actor staff_account; needed text[]; note text := json_build_object('part', part)::text;
begin
  needed := case part when 'ledger' then '{support,finance,risk,security}'::text[]
                      when 'orders' then '{support,finance,risk,security}'
                      when 'sessions' then '{support,risk,security}'
                      when 'devices' then '{support,risk,security}'
                      when 'notices' then '{support,identity,risk,security}'
                      when 'trail' then '{support,risk,security}' end;
  if needed is null then raise exception 'no part %', part using errcode = '22023'; end if;
  actor := staff_acting(session_token_hash, needed);
  if not exists (select from user_account u where u.id = the_user) then return false; end if;
  if not exists (select from trail t where t.subject = 'user:' || the_user and t.actor = 'staff:' || actor.id and t.action = 'user.viewed'
                    and t.details = note and t.at > clock_timestamp() - interval '15 minutes') then
    insert into trail (actor, action, subject, details) values ('staff:' || actor.id, 'user.viewed', 'user:' || the_user, note);
  end if;
  return true;
end $$;

do $$
declare signature text;
begin
  foreach signature in array array['desk_find_users(bytea, text, bigint, int)', 'desk_look_up(bytea, bigint, text)',
    'desk_reveal(bytea, bigint, text)', 'desk_read(bytea, bigint, text)'] loop
    execute format('revoke execute on function %s from public', signature);
    execute format('grant execute on function %s to admin', signature);
  end loop;
end $$;

-- Addresses and telephone numbers come from the functions above.
revoke select (email, mobile) on user_account from admin;
grant select (at, read_at) on notice to admin;
grant select (user_id, kind, amount, until, next_amount, next_until, next_from) on personal_limit to admin;

-- The first page of each list is found in an index, however many users there are.
create index session_of_its_owner on session (user_id, id desc);
create index payee_address_by_address on payee_address (address);
