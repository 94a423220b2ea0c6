-- The review desk and support: what staff do to a user's case or account goes through functions that know who acts and write the
-- trail. Role admin loses the functions that took any number for a staff member.

-- The oldest case that nobody holds, for reviewers.
create function desk_claim_next(session_token_hash bytea, minutes int) returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
declare actor staff_account; held bigint; was_held bigint;
begin
  actor := staff_acting(session_token_hash, '{identity}');
  select id into was_held from kyc_case where state = 'under_review' and claimed_by = actor.id and claimed_until > app_now() limit 1;
  held := kyc_claim_next(actor.id, minutes);
  if held is not null and held is distinct from was_held then
    insert into trail (actor, action, subject) values ('staff:' || actor.id, 'case.claimed', 'case:' || held);
  end if;
  return held;
end $$;
create function desk_release(session_token_hash bytea, the_case bigint) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare actor staff_account;
begin
  actor := staff_acting(session_token_hash, '{identity}');
  if not kyc_release(the_case, actor.id) then return false; end if;
  insert into trail (actor, action, subject) values ('staff:' || actor.id, 'case.released', 'case:' || the_case);
  return true;
end $$;
create function desk_open_case(session_token_hash bytea, the_case bigint) returns table (key_id text, sealed bytea)
language plpgsql security definer set search_path = public, pg_temp as $$
declare actor staff_account;
begin
  actor := staff_acting(session_token_hash, '{identity,risk}');
  insert into trail (actor, action, subject) select 'staff:' || actor.id, 'case.viewed', 'case:' || c.id from kyc_case c where c.id = the_case;
  return query select o.key_id, o.sealed from kyc_open(the_case, actor.id) o;
end $$;
create function desk_decide(session_token_hash bytea, the_case bigint, outcome text, reasons text[], ids bigint[], valid_until date, note text)
returns smallint language plpgsql security definer set search_path = public, pg_temp as $$
declare actor staff_account; new_level smallint;
begin
  actor := staff_acting(session_token_hash, '{identity}');
  new_level := kyc_decide(the_case, actor.id, outcome, reasons, ids, valid_until);
  insert into trail (actor, action, subject, reason, details)
  values ('staff:' || actor.id, 'case.' || outcome, 'case:' || the_case, note, json_build_object('reasons', reasons)::text);
  return new_level;
end $$;
-- A document, for whoever acts; the view and its row in the trail come with it.
create function desk_open_file(session_token_hash bytea, file text)
returns table (owner_id bigint, content_type text, sha256 bytea, key_id text, wrapped_key bytea)
language plpgsql security definer set search_path = public, pg_temp as $$
declare actor staff_account;
begin
  actor := staff_acting(session_token_hash);
  return query select o.owner_id, o.content_type, o.sha256, o.key_id, o.wrapped_key
    from media_open(file, 'staff:' || actor.id, array(select 'staff:' || r from unnest(actor.roles) r)) o;
end $$;

-- Ids of rows that the database writes by itself: those of a writer of its own, three at most.
create function own_ids() returns bigint[] language sql volatile as $$
  select array[id, id + 1, id + 2] from (select id_floor(clock_timestamp()) | (nextval('writer_slot') << 12) as id) made $$;

-- An override of a rejection, decided by two: the case counts as verified from then on.
create function change_kyc_override(change staff_change) returns jsonb
language plpgsql security definer set search_path = public, pg_temp as $$
declare body jsonb := change.payload::jsonb; rejected kyc_case; checker bigint; new_level smallint;
begin
  select * into rejected from kyc_case where id = (body->>'case_id')::bigint for update;
  if rejected.state is distinct from 'rejected' or rejected.erased_at is not null
     or exists (select from kyc_case c where c.user_id = rejected.user_id and c.level = rejected.level and c.id > rejected.id) then
    raise exception 'case % is not the last one and rejected', body->>'case_id' using errcode = 'ST008';
  end if;
  select s.staff_id into checker from staff_signature s
   where s.change_id = change.id and s.payload_hash = change.payload_hash and s.role = 'checker' order by s.at limit 1;
  insert into kyc_decision (case_id, outcome, staff_id, confirmed_by) values (rejected.id, 'overridden', change.made_by, checker);
  update kyc_case set state = 'verified', decided_at = app_now() where id = rejected.id;
  update user_account u set verification = greatest(u.verification, rejected.level),
                            country = case rejected.level when 1 then rejected.nationality else u.country end
   where u.id = rejected.user_id and (rejected.level = 1 or u.verification >= 1) returning u.verification into new_level;
  if new_level is null then raise exception 'level 2 needs level 1' using errcode = 'ST008'; end if;
  perform kyc_announce(rejected, 'approved', new_level, own_ids());
  return jsonb_build_object('user_id', rejected.user_id::text, 'level', new_level);
end $$;

-- Freezes an account for support: nobody gets in, and its sessions end. One person is enough.
create function desk_freeze(session_token_hash bytea, the_user bigint, why text) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare actor staff_account; was_open boolean;
begin
  actor := staff_acting(session_token_hash, '{support,risk,security}');
  update user_account set frozen_at = app_now() where id = the_user and frozen_at is null and closed_at is null;
  was_open := found;
  if was_open then
    update session set ended_at = app_now() where user_id = the_user and ended_at is null;
    insert into trail (actor, action, subject, reason) values ('staff:' || actor.id, 'user.frozen', 'user:' || the_user, why);
    perform desk_announce(the_user, 'frozen', 0);
  end if;
  return was_open;
end $$;
-- Notifies a user of what staff did to the account: a notice now, a mail by the worker.
create function desk_announce(the_user bigint, what text, hours int) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare ids bigint[] := own_ids();
begin
  insert into notice (id, user_id, category, kind, params, subject) values (ids[1], the_user, 'security', what, case when hours = 0 then '{}' else jsonb_build_object('hours', hours) end, null);
  insert into outbox (id, topic, payload) values
    (ids[2], 'notify.notice.written', jsonb_build_object('id', ids[1]::text, 'userId', the_user::text)),
    (ids[3], 'auth.staff.acted', jsonb_build_object('userId', the_user::text, 'what', what, 'hours', hours));
end $$;

-- Lifts a freeze for an owner who cannot; both signatures, and the hold of a security change.
create function change_user_unfreeze(change staff_change) returns jsonb
language plpgsql security definer set search_path = public, pg_temp as $$
declare body jsonb := change.payload::jsonb; lifted bigint;
begin
  update user_account set frozen_at = null,
         withdrawals_held_until = greatest(withdrawals_held_until, app_now() + interval '24 hours')
   where id = (body->>'user_id')::bigint and frozen_at is not null and closed_at is null returning id into lifted;
  if lifted is null then raise exception 'user % is not frozen', body->>'user_id' using errcode = 'ST008'; end if;
  perform desk_announce(lifted, 'unfrozen', 24);
  return jsonb_build_object('user_id', lifted::text);
end $$;

-- Removes the second factors of an owner who lost them, ends all sessions, and holds withdrawals for 72 hours.
create function change_user_second_factor(change staff_change) returns jsonb
language plpgsql security definer set search_path = public, pg_temp as $$
declare body jsonb := change.payload::jsonb; owner bigint;
begin
  update user_account set withdrawals_held_until = greatest(withdrawals_held_until, app_now() + interval '72 hours')
   where id = (body->>'user_id')::bigint and closed_at is null returning id into owner;
  if owner is null then raise exception 'no user %', body->>'user_id' using errcode = 'ST008'; end if;
  delete from authenticator where user_id = owner;
  update passkey set removed_at = app_now() where user_id = owner and removed_at is null;
  update session set ended_at = app_now() where user_id = owner and ended_at is null;
  perform desk_announce(owner, 'second_factor_removed', 72);
  return jsonb_build_object('user_id', owner::text);
end $$;

insert into staff_change_kind (kind, maker_roles, checker_roles) values
  ('kyc.override', '{identity}', '{identity,risk,security}'),
  ('user.second_factor', '{support}', '{security}'),
  ('user.unfreeze', '{support,risk,security}', '{risk,security}');

-- As before (0051), with the new kinds.
create or replace function change_subject(change_kind text, body jsonb) returns text language sql immutable as $$
  select case
    when change_kind = 'setting.version' then 'setting:' || (body->>'key')
    when change_kind = 'staff.create' then 'staff:' || (body->>'email')
    when change_kind like 'staff.%' then 'staff:' || (body->>'staff_id')
    when change_kind like 'kyc.%' then 'case:' || (body->>'case_id')
    when change_kind like 'user.%' then 'user:' || (body->>'user_id') end $$;

-- Looks a user up for support, and notes that somebody looked.
create function desk_look_up(session_token_hash bytea, the_user bigint, why text) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare actor staff_account;
begin
  actor := staff_acting(session_token_hash, '{support,identity,finance,risk,security}');
  insert into trail (actor, action, subject, reason) values ('staff:' || actor.id, 'user.viewed', 'user:' || the_user, why);
end $$;

do $$
declare signature text;
begin
  foreach signature in array array['desk_claim_next(bytea, int)', 'desk_release(bytea, bigint)', 'desk_open_case(bytea, bigint)',
    'desk_decide(bytea, bigint, text, text[], bigint[], date, text)', 'desk_open_file(bytea, text)', 'desk_freeze(bytea, bigint, text)',
    'desk_look_up(bytea, bigint, text)'] loop
    execute format('revoke execute on function %s from public', signature);
    execute format('grant execute on function %s to admin', signature);
  end loop;
  foreach signature in array array['own_ids()', 'desk_announce(bigint, text, int)', 'change_kyc_override(staff_change)',
    'change_user_unfreeze(staff_change)', 'change_user_second_factor(staff_change)'] loop
    execute format('revoke execute on function %s from public', signature);
  end loop;
end $$;
revoke execute on function kyc_claim_next(bigint, int), kyc_release(bigint, bigint), kyc_open(bigint, bigint),
  kyc_decide(bigint, bigint, text, text[], bigint[], date) from admin;
revoke execute on function media_open(text, text, text[]) from admin;

-- What support sees: no password, code, key or phrase.
grant select (id, email, mobile, nickname, country, lang, verification, roles, created_at, frozen_at, withdrawals_held_until,
  closing_due_at, closed_at, invite_code) on user_account to admin;
grant select (id, user_id, book, ip, user_agent, device_id, signed_in_at, last_seen_at, ended_at) on session to admin;
grant select (id, user_id, user_agent, first_seen_at) on device to admin;
grant select (user_id, bound_at) on authenticator to admin;
grant select (id, user_id, name, created_at, removed_at) on passkey to admin;
grant select (id, user_id, category, kind, params, subject) on notice to admin;
grant select on ledger_account, ledger_transfer, ledger_entry to admin;
create index user_account_by_email_part on user_account (lower(email) text_pattern_ops) where email is not null;
