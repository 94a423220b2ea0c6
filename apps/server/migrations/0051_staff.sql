-- The audit trail, staff accounts, and what two of them decide together. Role admin serves staff: it reads these tables, and
-- whatever it changes for a staff member goes through functions that know who acts, write the trail and count signatures.

-- Everything staff did or looked at. Rows are only ever added, by the functions below.
create table trail (
  id      bigint      generated always as identity primary key,
  at      timestamptz not null default clock_timestamp(),
  actor   text        not null check (actor ~ '^(staff:[1-9]\d*|system:[a-z_]+)$'),
  action  text        not null check (action ~ '^[a-z]+(\.[a-z_]+)+$'),
  subject text        not null,
  reason  text        not null default '',
  details text        not null default '{}'      -- JSON as written: the hash covers its bytes
);
create index trail_of_subject on trail (subject, id desc);
create index trail_of_actor on trail (actor, id desc);
create index trail_of_action on trail (action, id desc);

-- The chain: one link for each row, in the order of commits. Nobody can continue from one link twice.
create table trail_link (
  seq      bigint primary key check (seq > 0),
  row_id   bigint not null unique references trail (id),
  previous bytea  not null unique check (octet_length(previous) = 32),
  hash     bytea  not null unique check (octet_length(hash) = 32)
);

create function netstring(value text) returns text language sql immutable strict as $$
  select octet_length(convert_to(value, 'UTF8')) || ':' || value || ',' $$;

-- What is hashed of a row: every field with its length, the time in whole microseconds, as the row is read back.
create function trail_bytes(entry trail) returns bytea language sql stable as $$
  select convert_to(netstring(entry.id::text) || netstring((extract(epoch from entry.at) * 1000000)::bigint::text)
    || netstring(entry.actor) || netstring(entry.action) || netstring(entry.subject) || netstring(entry.reason)
    || netstring(entry.details), 'UTF8') $$;

-- Links a row when its transaction commits. The lock is held for the commit alone, so writers wait for each other only there.
create function trail_append() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare entry trail; last trail_link;
begin
  perform pg_advisory_xact_lock(hashtext('trail'));
  select * into strict entry from trail where id = new.id;
  select * into last from trail_link order by seq desc limit 1;
  insert into trail_link (seq, row_id, previous, hash)
  values (coalesce(last.seq, 0) + 1, entry.id, coalesce(last.hash, decode(repeat('00', 32), 'hex')),
          sha256(coalesce(last.hash, decode(repeat('00', 32), 'hex')) || trail_bytes(entry)));
  return null;
end $$;
create constraint trigger trail_is_linked after insert on trail deferrable initially deferred
  for each row execute function trail_append();

-- The head of the chain that a price block contains, once an hour.
create table trail_seal (
  block bigint primary key references price_block (number),
  seq   bigint not null unique references trail_link (seq),
  hash  bytea  not null
);
-- Each check of the whole chain by the worker.
create table trail_check (
  id     bigint      generated always as identity primary key,
  at     timestamptz not null default clock_timestamp(),
  rows   bigint      not null,
  faults text[]      not null
);
do $$
declare name text;
begin
  foreach name in array array['trail', 'trail_link', 'trail_seal', 'trail_check'] loop
    execute format('create trigger %I before update or delete on %I for each row execute function refuse_change()', name || '_is_append_only', name);
    execute format('create trigger %I before truncate on %I for each statement execute function refuse_change()', name || '_is_never_emptied', name);
  end loop;
end $$;

-- Staff accounts. The first two are made by the operator's command, all later ones by two of them.
create table staff_account (
  id            bigint      generated always as identity primary key,
  email         text        not null unique check (email ~ '^[^\s@]{1,64}@[^\s@]{1,190}$' and email = lower(email)),
  name          text        not null check (char_length(btrim(name)) between 1 and 60),
  roles         text[]      not null,
  password_hash text        check (password_hash like '$argon2id$%'),   -- null: invited and not enrolled yet
  created_at    timestamptz not null default app_now(),
  disabled_at   timestamptz,
  constraint staff_roles_are_known check (roles <@ array['support', 'identity', 'finance', 'risk', 'content', 'operator',
    'auditor', 'security']),
  constraint a_staff_member_has_a_role check (cardinality(roles) > 0)
);

-- An invitation is used once, to choose a password and to bind a second factor.
create table staff_invite (
  token_hash bytea       primary key check (octet_length(token_hash) = 32),
  staff_id   bigint      not null references staff_account (id),
  expires_at timestamptz not null,
  used_at    timestamptz
);
create table staff_authenticator (
  staff_id  bigint      primary key references staff_account (id),
  key_id    text        not null,
  sealed    bytea       not null,
  bound_at  timestamptz not null default app_now(),
  last_step bigint      not null
);
create table staff_passkey (
  id            bigint      generated always as identity primary key,
  staff_id      bigint      not null references staff_account (id),
  credential_id text        not null unique,
  public_key    bytea       not null,
  counter       bigint      not null,
  name          text        not null,
  created_at    timestamptz not null default app_now(),
  removed_at    timestamptz
);
create index staff_passkey_of_staff on staff_passkey (staff_id) where removed_at is null;

-- A session serves one device: each request is signed by the key that the device made for it and cannot export.
create table staff_session (
  id           bigint      generated always as identity primary key,
  staff_id     bigint      not null references staff_account (id),
  token_hash   bytea       not null unique check (octet_length(token_hash) = 32),
  device_key   bytea       not null,
  factor       text        not null check (factor in ('passkey', 'authenticator')),
  user_agent   text        not null,
  created_at   timestamptz not null default app_now(),
  last_used_at timestamptz not null default app_now(),
  ends_at      timestamptz not null,
  idle_seconds int         not null check (idle_seconds between 60 and 3600),
  ended_at     timestamptz
);
create index staff_session_of_staff on staff_session (staff_id, id desc);

-- Returns who acts. Every function for staff begins with it: there is no action without a live session.
create function staff_acting(session_token_hash bytea, needed text[] default null) returns staff_account
language plpgsql security definer set search_path = public, pg_temp as $$
declare actor staff_account;
begin
  select a.* into actor from staff_session s join staff_account a on a.id = s.staff_id
   where s.token_hash = session_token_hash and s.ended_at is null and s.ends_at > app_now()
     and s.last_used_at > app_now() - make_interval(secs => s.idle_seconds) and a.disabled_at is null;
  if actor.id is null then raise exception 'no live staff session' using errcode = 'ST001'; end if;
  if needed is not null and not (actor.roles && needed) then
    raise exception 'staff % has none of the roles %', actor.id, needed using errcode = 'ST002';
  end if;
  return actor;
end $$;

-- Adds a row to the trail for whoever acts.
create function trail_note(session_token_hash bytea, action text, subject text, reason text, details text) returns bigint
language sql security definer set search_path = public, pg_temp as $$
  insert into trail (actor, action, subject, reason, details)
  select 'staff:' || a.id, action, subject, reason, details from staff_acting(session_token_hash) a
  returning id $$;

-- The database's encoding is fixed, so the bytes of a text are too.
create function text_hash(value text) returns bytea language plpgsql immutable strict as $$
begin
  return sha256(convert_to(value, 'UTF8'));
end $$;

-- What two people decide. Only migrations write the kinds: who may propose, who may check.
create table staff_change_kind (
  kind          text   primary key check (kind ~ '^[a-z]+\.[a-z_]+$'),
  maker_roles   text[] not null,
  checker_roles text[] not null
);
create table staff_change (
  id           bigint      generated always as identity primary key,
  kind         text        not null references staff_change_kind (kind),
  subject      text        not null check (subject <> ''),
  payload      text        not null,               -- JSON as written: exactly what is signed
  payload_hash bytea       not null generated always as (text_hash(payload)) stored,
  reason       text        not null check (reason ~ '\S'),
  made_by      bigint      not null references staff_account (id),
  made_at      timestamptz not null default app_now(),
  expires_at   timestamptz not null,
  state        text        not null default 'waiting' check (state in ('waiting', 'refused', 'withdrawn', 'executed')),
  decided_at   timestamptz,
  decided_by   bigint      references staff_account (id),
  constraint an_end_has_a_time check ((state = 'waiting') = (decided_at is null))
);
create index staff_change_waiting on staff_change (expires_at) where state = 'waiting';
create index staff_change_of_subject on staff_change (subject, id desc);
-- Everybody who shaped the payload is a maker of it.
create table staff_change_edit (
  change_id bigint      not null references staff_change (id),
  staff_id  bigint      not null references staff_account (id),
  at        timestamptz not null default app_now(),
  payload   text        not null,
  primary key (change_id, staff_id, at)
);
-- A signature is of one payload: an edit makes it worthless. The assertion is a passkey's, over the change and its hash.
create table staff_signature (
  change_id    bigint      not null references staff_change (id),
  staff_id     bigint      not null references staff_account (id),
  payload_hash bytea       not null,
  role         text        not null check (role in ('maker', 'checker')),
  passkey_id   bigint      references staff_passkey (id),
  assertion    text,
  at           timestamptz not null default app_now(),
  primary key (change_id, staff_id, payload_hash),
  constraint an_assertion_has_a_passkey check ((passkey_id is null) = (assertion is null))
);
create trigger staff_signature_is_append_only before update or delete on staff_signature for each row execute function refuse_change();
create trigger staff_change_edit_is_append_only before update or delete on staff_change_edit for each row execute function refuse_change();

-- A signature is given by a maker or by somebody who shaped nothing and may check; by passkey where the account has one.
create function staff_signature_counts() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare change staff_change; kind staff_change_kind; signer staff_account; is_maker boolean;
begin
  select * into strict change from staff_change where id = new.change_id for update;
  select * into strict kind from staff_change_kind k where k.kind = change.kind;
  select * into strict signer from staff_account where id = new.staff_id;
  if change.state <> 'waiting' or change.expires_at <= app_now() then
    raise exception 'change % no longer waits', change.id using errcode = 'ST003';
  elsif new.payload_hash <> change.payload_hash then
    raise exception 'change % has another payload', change.id using errcode = 'ST004';
  elsif signer.disabled_at is not null then
    raise exception 'staff % is disabled', signer.id using errcode = 'ST002';
  end if;
  is_maker := exists (select from staff_change_edit e where e.change_id = change.id and e.staff_id = signer.id);
  if new.role = 'checker' and is_maker then
    raise exception 'staff % shaped change % and cannot check it', signer.id, change.id using errcode = 'ST005';
  elsif new.role = 'maker' and not is_maker then
    raise exception 'staff % did not shape change %', signer.id, change.id using errcode = 'ST005';
  elsif not (signer.roles && (case new.role when 'maker' then kind.maker_roles else kind.checker_roles end)) then
    raise exception 'staff % may not sign % as %', signer.id, change.kind, new.role using errcode = 'ST002';
  elsif new.passkey_id is null and exists (select from staff_passkey p where p.staff_id = signer.id and p.removed_at is null) then
    raise exception 'staff % signs with a passkey', signer.id using errcode = 'ST006';
  elsif new.passkey_id is not null and not exists
    (select from staff_passkey p where p.id = new.passkey_id and p.staff_id = signer.id and p.removed_at is null) then
    raise exception 'passkey % is not of staff %', new.passkey_id, signer.id using errcode = 'ST006';
  end if;
  return new;
end $$;
create trigger staff_signature_counts before insert on staff_signature for each row execute function staff_signature_counts();

-- What a change is about, as its payload says: it is listed under that, and nothing else of it has an effect.
create function change_subject(change_kind text, body jsonb) returns text language sql immutable as $$
  select case
    when change_kind = 'setting.version' then 'setting:' || (body->>'key')
    when change_kind = 'staff.create' then 'staff:' || (body->>'email')
    when change_kind like 'staff.%' then 'staff:' || (body->>'staff_id') end $$;

-- Proposes a change, or edits one that waits, which makes its editor a maker. It is signed apart.
create function staff_propose(session_token_hash bytea, change_kind text, body text, why text, lifetime interval)
returns bigint language plpgsql security definer set search_path = public, pg_temp as $$
declare actor staff_account; made bigint; about text;
begin
  actor := staff_acting(session_token_hash, (select maker_roles from staff_change_kind where kind = change_kind));
  about := change_subject(change_kind, body::jsonb);
  if lifetime > interval '7 days' then raise exception 'a change lives for a week at most' using errcode = 'ST003'; end if;
  insert into staff_change (kind, subject, payload, reason, made_by, expires_at)
  values (change_kind, about, body, why, actor.id, app_now() + lifetime) returning id into made;
  insert into staff_change_edit (change_id, staff_id, payload) values (made, actor.id, body);
  insert into trail (actor, action, subject, reason, details)
  values ('staff:' || actor.id, 'change.proposed', 'change:' || made, why,
          json_build_object('kind', change_kind, 'about', about, 'payload', body)::text);
  return made;
end $$;

create function staff_edit(session_token_hash bytea, change bigint, body text, why text) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare actor staff_account; found staff_change;
begin
  select * into found from staff_change where id = change and state = 'waiting' and expires_at > app_now() for update;
  if found.id is null then raise exception 'change % does not wait', change using errcode = 'ST003'; end if;
  actor := staff_acting(session_token_hash, (select maker_roles from staff_change_kind where kind = found.kind));
  update staff_change set payload = body, reason = why, subject = change_subject(found.kind, body::jsonb) where id = change;
  insert into staff_change_edit (change_id, staff_id, payload) values (change, actor.id, body);
  insert into trail (actor, action, subject, reason, details)
  values ('staff:' || actor.id, 'change.edited', 'change:' || change, why, json_build_object('payload', body)::text);
end $$;

create function staff_sign(session_token_hash bytea, change bigint, signed_hash bytea, passkey bigint, signed_assertion text, why text)
returns void language plpgsql security definer set search_path = public, pg_temp as $$
declare actor staff_account; part text;
begin
  actor := staff_acting(session_token_hash);
  part := case when exists (select from staff_change_edit e where e.change_id = change and e.staff_id = actor.id)
          then 'maker' else 'checker' end;
  insert into staff_signature (change_id, staff_id, payload_hash, role, passkey_id, assertion)
  values (change, actor.id, signed_hash, part, passkey, signed_assertion);
  insert into trail (actor, action, subject, reason, details)
  values ('staff:' || actor.id, 'change.signed', 'change:' || change, why,
          json_build_object('as', part, 'payload_hash', encode(signed_hash, 'hex'), 'passkey', passkey)::text);
end $$;

-- Ends a change that waits: its makers withdraw it, somebody who may check it refuses it.
create function staff_refuse(session_token_hash bytea, change bigint, why text) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
declare actor staff_account; found staff_change; is_maker boolean; ended text;
begin
  select * into found from staff_change where id = change and state = 'waiting' for update;
  if found.id is null then raise exception 'change % does not wait', change using errcode = 'ST003'; end if;
  is_maker := exists (select from staff_change_edit e where e.change_id = change
    and e.staff_id = (staff_acting(session_token_hash)).id);
  actor := staff_acting(session_token_hash, case when is_maker then null
    else (select checker_roles from staff_change_kind where kind = found.kind) end);
  ended := case when is_maker then 'withdrawn' else 'refused' end;
  update staff_change set state = ended, decided_at = app_now(), decided_by = actor.id where id = change;
  insert into trail (actor, action, subject, reason) values ('staff:' || actor.id, 'change.' || ended, 'change:' || change, why);
  return ended;
end $$;

-- Whether a change is signed by a maker and by a checker, both of them still allowed to, for the payload that it has.
create function staff_signed(change staff_change, part text) returns boolean language sql stable as $$
  select exists (
    select from staff_signature s
      join staff_account a on a.id = s.staff_id and a.disabled_at is null
      join staff_change_kind k on k.kind = change.kind
     where s.change_id = change.id and s.payload_hash = change.payload_hash and s.role = part
       and a.roles && case part when 'maker' then k.maker_roles else k.checker_roles end
       and (part = 'maker') = exists (select from staff_change_edit e where e.change_id = change.id and e.staff_id = s.staff_id)) $$;

-- Executes a change: everything is checked again, then the function of its kind does what the payload says, and nothing else.
create function staff_execute(session_token_hash bytea, change bigint) returns jsonb
language plpgsql security definer set search_path = public, pg_temp as $$
declare actor staff_account; found staff_change; result jsonb;
begin
  actor := staff_acting(session_token_hash);
  select * into found from staff_change where id = change for update;
  if found.id is null or found.state <> 'waiting' or found.expires_at <= app_now() then
    raise exception 'change % no longer waits', change using errcode = 'ST003';
  elsif not staff_signed(found, 'maker') or not staff_signed(found, 'checker') then
    raise exception 'change % is not signed by two', change using errcode = 'ST007';
  elsif not exists (select from staff_signature s where s.change_id = change and s.staff_id = actor.id) then
    raise exception 'staff % did not sign change %', actor.id, change using errcode = 'ST005';
  end if;
  execute format('select %I($1)', 'change_' || replace(found.kind, '.', '_')) into result using found;
  update staff_change set state = 'executed', decided_at = app_now(), decided_by = actor.id where id = change;
  insert into trail (actor, action, subject, reason, details)
  values ('staff:' || actor.id, 'change.executed', 'change:' || change, found.reason,
          json_build_object('kind', found.kind, 'about', found.subject, 'payload_hash', encode(found.payload_hash, 'hex'))::text);
  return result;
end $$;

create function staff_names(change staff_change, part text) returns text[] language sql stable as $$
  select array_agg(distinct 'staff:' || staff_id) from staff_signature
   where change_id = change.id and payload_hash = change.payload_hash and role = part $$;

-- A setting: the version that follows the one its maker saw, from the given time on.
create function change_setting_version(change staff_change) returns jsonb
language plpgsql security definer set search_path = public, pg_temp as $$
declare body jsonb := change.payload::jsonb; last int; starts timestamptz;
begin
  select coalesce(max(version), 0) into last from setting where key = body->>'key';
  if (body->>'version')::int is distinct from last + 1 then
    raise exception 'setting % is at version %', body->>'key', last using errcode = 'ST008';
  end if;
  starts := greatest((body->>'from')::timestamptz, app_now()); -- Null counts as nothing.
  insert into setting (key, version, value, valid_from, set_by, approved_by, reason)
  values (body->>'key', last + 1, body->'value', starts, 'staff:' || change.made_by,
          staff_names(change, 'checker'), change.reason);
  return jsonb_build_object('version', last + 1);
end $$;

-- A further account, which is then invited; other roles; an account that works again.
create function change_staff_create(change staff_change) returns jsonb
language plpgsql security definer set search_path = public, pg_temp as $$
declare body jsonb := change.payload::jsonb; made bigint;
begin
  insert into staff_account (email, name, roles)
  values (body->>'email', body->>'name', array(select jsonb_array_elements_text(body->'roles'))) returning id into made;
  return jsonb_build_object('staff_id', made);
end $$;
create function change_staff_roles(change staff_change) returns jsonb
language plpgsql security definer set search_path = public, pg_temp as $$
declare body jsonb := change.payload::jsonb; changed bigint;
begin
  update staff_account set roles = array(select jsonb_array_elements_text(body->'roles'))
   where id = (body->>'staff_id')::bigint returning id into changed;
  if changed is null then raise exception 'no account %', body->>'staff_id' using errcode = 'ST008'; end if;
  return jsonb_build_object('staff_id', changed);
end $$;
create function change_staff_enable(change staff_change) returns jsonb
language plpgsql security definer set search_path = public, pg_temp as $$
declare body jsonb := change.payload::jsonb; changed bigint;
begin
  update staff_account set disabled_at = null where id = (body->>'staff_id')::bigint returning id into changed;
  if changed is null then raise exception 'no account %', body->>'staff_id' using errcode = 'ST008'; end if;
  return jsonb_build_object('staff_id', changed);
end $$;

insert into staff_change_kind (kind, maker_roles, checker_roles) values
  ('setting.version', '{operator,finance,risk,security}', '{operator,finance,risk,security}'),
  ('staff.create', '{security}', '{security,operator}'),
  ('staff.roles', '{security}', '{security,operator}'),
  ('staff.enable', '{security}', '{security,operator}');

-- Stopping needs one person, and no time to think: a kill switch, or an account of staff.
create function staff_switch_off(session_token_hash bytea, switch text, why text) returns int
language plpgsql security definer set search_path = public, pg_temp as $$
declare actor staff_account; made int;
begin
  actor := staff_acting(session_token_hash, '{operator,risk,security,finance}');
  if switch not like 'switch.%' then raise exception '% is no switch', switch using errcode = 'ST008'; end if;
  insert into setting (key, version, value, set_by, reason)
  select switch, coalesce(max(version), 0) + 1, 'false', 'staff:' || actor.id, why from setting where key = switch
  returning version into made;
  insert into trail (actor, action, subject, reason) values ('staff:' || actor.id, 'switch.off', 'setting:' || switch, why);
  return made;
end $$;
create function staff_disable(session_token_hash bytea, staff bigint, why text) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare actor staff_account;
begin
  actor := staff_acting(session_token_hash, '{security}');
  update staff_account set disabled_at = app_now() where id = staff and disabled_at is null;
  update staff_session set ended_at = app_now() where staff_id = staff and ended_at is null;
  insert into trail (actor, action, subject, reason) values ('staff:' || actor.id, 'staff.disabled', 'staff:' || staff, why);
end $$;

-- Invites to enrol: a new account, or one whose factors are lost (then its old ones end when the invitation is used).
create function staff_invite_to(session_token_hash bytea, staff bigint, invite_hash bytea, why text) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare actor staff_account;
begin
  actor := staff_acting(session_token_hash, '{security}');
  if exists (select from staff_account where id = staff and password_hash is not null) then
    raise exception 'staff % is enrolled', staff using errcode = 'ST008';
  end if;
  insert into staff_invite (token_hash, staff_id, expires_at) values (invite_hash, staff, app_now() + interval '24 hours');
  insert into trail (actor, action, subject, reason) values ('staff:' || actor.id, 'staff.invited', 'staff:' || staff, why);
end $$;

-- The operator's command makes the first two accounts, as role migrate, and no further one.
create function staff_bootstrap(staff_email text, staff_name text, staff_roles text[], invite_hash bytea) returns bigint
language plpgsql set search_path = public, pg_temp as $$
declare made bigint;
begin
  lock table staff_account in exclusive mode;
  if (select count(*) from staff_account) >= 2 then
    raise exception 'two accounts exist: they make the others' using errcode = 'ST009';
  end if;
  insert into staff_account (email, name, roles) values (staff_email, staff_name, staff_roles) returning id into made;
  insert into staff_invite (token_hash, staff_id, expires_at) values (invite_hash, made, app_now() + interval '24 hours');
  insert into trail (actor, action, subject, reason) values ('system:operator', 'staff.created', 'staff:' || made, 'first accounts');
  return made;
end $$;
revoke execute on function staff_bootstrap(text, text, text[], bytea) from public;

-- The operator's command sets things up, as role migrate, until two people can. Then it only stops.
create function setting_by_operator(setting_key text, setting_value jsonb, by text, why text) returns int
language plpgsql set search_path = public, pg_temp as $$
declare made int;
begin
  if (select count(*) from staff_account where password_hash is not null and disabled_at is null) >= 2
     and not (setting_key like 'switch.%' and setting_value = 'false') then
    raise exception 'two staff members change settings' using errcode = 'ST009';
  end if;
  insert into setting (key, version, value, set_by, reason)
  select setting_key, coalesce(max(version), 0) + 1, setting_value, 'operator: ' || by, why from setting where key = setting_key
  returning version into made;
  insert into trail (actor, action, subject, reason, details)
  values ('system:operator', 'setting.set', 'setting:' || setting_key, why, json_build_object('by', by, 'value', setting_value)::text);
  return made;
end $$;
revoke execute on function setting_by_operator(text, jsonb, text, text) from public;

-- Enrols: the invitation is used, the password and the first second factor are set, together.
create function staff_enrol(invite_hash bytea, new_password_hash text, factor_key_id text, factor_sealed bytea, factor_step bigint)
returns bigint language plpgsql security definer set search_path = public, pg_temp as $$
declare staff bigint;
begin
  update staff_invite set used_at = app_now() where token_hash = invite_hash and used_at is null and expires_at > app_now()
  returning staff_id into staff;
  if staff is null then raise exception 'no such invitation' using errcode = 'ST001'; end if;
  update staff_account set password_hash = new_password_hash where id = staff;
  insert into staff_authenticator (staff_id, key_id, sealed, last_step) values (staff, factor_key_id, factor_sealed, factor_step);
  insert into trail (actor, action, subject) values ('staff:' || staff, 'staff.enrolled', 'staff:' || staff);
  return staff;
end $$;

-- Role admin no longer sets anything by itself: a setting changes by two signatures, or is switched off by one person.
drop policy admin_sets_everything on setting;
revoke insert on setting from admin;

-- A document that staff open is a row in the trail as well.
create or replace function media_view_in_trail() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into trail (actor, action, subject, details)
  values (new.viewer, 'document.viewed', 'user:' || new.owner_id,
          json_build_object('file', new.file_id, 'purpose', new.purpose, 'view', new.id)::text);
  return null;
end $$;
create trigger media_view_is_in_the_trail after insert on media_view for each row
  when (new.viewer like 'staff:%') execute function media_view_in_trail();

do $$
declare signature text;
begin
  foreach signature in array array['staff_acting(bytea, text[])', 'trail_note(bytea, text, text, text, text)',
    'staff_propose(bytea, text, text, text, interval)', 'staff_edit(bytea, bigint, text, text)',
    'staff_sign(bytea, bigint, bytea, bigint, text, text)', 'staff_refuse(bytea, bigint, text)', 'staff_execute(bytea, bigint)',
    'staff_switch_off(bytea, text, text)', 'staff_disable(bytea, bigint, text)', 'staff_invite_to(bytea, bigint, bytea, text)',
    'staff_enrol(bytea, text, text, bytea, bigint)'] loop
    execute format('revoke execute on function %s from public', signature);
    execute format('grant execute on function %s to admin', signature);
  end loop;
  foreach signature in array array['change_setting_version(staff_change)', 'change_staff_create(staff_change)',
    'change_staff_roles(staff_change)', 'change_staff_enable(staff_change)', 'trail_append()', 'media_view_in_trail()',
    'staff_signature_counts()'] loop
    execute format('revoke execute on function %s from public', signature);
  end loop;
end $$;

grant select on trail, trail_link, trail_seal, trail_check to admin, audit, worker;
grant insert (rows, faults) on trail_check to worker;
grant select (seq, hash) on trail_link to feed;
grant select, insert on trail_seal to feed;
grant select on staff_account, staff_change, staff_change_kind, staff_change_edit, staff_signature to admin;
grant select (id, email, name, roles, created_at, disabled_at) on staff_account to audit, worker;
grant select on staff_change, staff_change_kind, staff_change_edit, staff_signature, staff_passkey to audit, worker;
grant select on staff_invite, staff_authenticator, staff_passkey, staff_session to admin;
grant insert (staff_id, token_hash, device_key, factor, user_agent, ends_at, idle_seconds), update (last_used_at, ended_at)
  on staff_session to admin;
grant insert (staff_id, credential_id, public_key, counter, name), update (counter, removed_at) on staff_passkey to admin;
grant update (last_step) on staff_authenticator to admin;
grant select, insert, update on attempt to admin;
grant select, insert on passkey_challenge to admin;
grant update (used_at) on passkey_challenge to admin;
grant select, update (key_id, sealed) on staff_authenticator to worker;
