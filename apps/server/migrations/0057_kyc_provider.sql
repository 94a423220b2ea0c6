-- An identity provider may look at a case beside the reviewers. It is told the least that makes a check possible, and its verdict is a
-- recommendation: nothing here can decide a case.

-- A case that is announced to the provider, under a name that is used nowhere else.
create table kyc_announcement (
  case_id   bigint      primary key references kyc_case (id),
  reference text        not null unique default replace(gen_random_uuid()::text, '-', '') check (reference ~ '^[0-9a-f]{32}$'),
  tries     int         not null default 0,
  due_at    timestamptz default app_now(),       -- Next try; null: sent, or dropped because the case was decided
  sent_at   timestamptz,
  error     text,
  constraint what_was_sent_is_not_sent_again check (sent_at is null or due_at is null)
);
create index kyc_announcement_due on kyc_announcement (due_at) where due_at is not null;

-- What the provider answered, never changed. The id of its message makes it count once, however often and however late it comes again.
create table kyc_verdict (
  event_id  text        primary key check (event_id ~ '^[A-Za-z0-9_-]{8,64}$'),
  case_id   bigint      not null references kyc_announcement (case_id),
  body_hash bytea       not null check (octet_length(body_hash) = 32),
  verdict   text        not null check (verdict in ('approve', 'reject', 'unsure')),
  reasons   text[]      not null,
  is_late   boolean     not null,                -- The case had been decided before
  at        timestamptz not null default app_now(),
  constraint an_approval_has_no_reasons check (verdict <> 'approve' or cardinality(reasons) = 0)
);
create index kyc_verdict_of_case on kyc_verdict (case_id, at);
create trigger kyc_verdict_is_append_only before update or delete on kyc_verdict for each row execute function refuse_change();
create trigger kyc_verdict_is_never_emptied before truncate on kyc_verdict for each statement execute function refuse_change();

-- Records a verdict and returns what became of it: recorded; late, after a decision; unknown, no such case was announced; conflict,
-- the id belongs to another message; wrong_reasons, not of this level; too_many, 20 for one case. The same message again returns what
-- the first one returned. Reads and writes no level and no state of a case.
create function kyc_recommend(the_event text, the_hash bytea, the_reference text, the_verdict text, the_reasons text[])
returns text language plpgsql security definer set search_path = public, pg_temp as $$
declare known kyc_verdict; announced bigint; the_case kyc_case;
begin
  select case_id into announced from kyc_announcement where reference = the_reference for update; -- One message about a case at a time.
  select * into known from kyc_verdict where event_id = the_event;
  if known.event_id is not null then
    return case when known.body_hash <> the_hash then 'conflict' when known.is_late then 'late' else 'recorded' end;
  end if;
  if announced is null then return 'unknown'; end if;
  if (select count(*) from kyc_verdict where case_id = announced) >= 20 then return 'too_many'; end if;
  select * into the_case from kyc_case where id = announced for share; -- Before a decision or after it.
  if the_verdict = 'approve' and cardinality(the_reasons) > 0
     or exists (select from unnest(the_reasons) r (code)
                 where not exists (select from kyc_reason k where k.code = r.code and k.level = the_case.level)) then
    return 'wrong_reasons';
  end if;
  insert into kyc_verdict (event_id, case_id, body_hash, verdict, reasons, is_late)
  values (the_event, announced, the_hash, the_verdict, the_reasons, the_case.state <> 'under_review') on conflict do nothing;
  if not found then return 'conflict'; end if; -- The same id at the same time about another case.
  return case when the_case.state = 'under_review' then 'recorded' else 'late' end;
end $$;
revoke execute on function kyc_recommend(text, bytea, text, text, text[]) from public;
grant execute on function kyc_recommend(text, bytea, text, text, text[]) to worker;

grant select, insert (case_id), update (tries, due_at, sent_at, error) on kyc_announcement to worker;
grant select on kyc_verdict to worker;
grant select (case_id, sent_at) on kyc_announcement to admin;
grant select on kyc_verdict to admin, audit;
grant select on kyc_announcement to audit;

-- The worker opens the pictures that it sends, by a grant and with a record as everybody else does.
alter table media_grantee drop constraint media_grantee_kind_check,
  add constraint media_grantee_kind_check check (kind ~ '^(user|staff:[a-z]+|provider:identity)$');
alter table media_grant drop constraint a_grantee_is_a_user_or_a_staff_role,
  add constraint a_grantee_is_a_user_a_staff_role_or_the_provider check (grantee ~ '^(user:[1-9]\d*|staff:[a-z]+|provider:identity)$');
insert into media_grantee (purpose, kind) values ('identity', 'provider:identity');
create policy worker_grants_to_the_provider on media_grant for insert to worker
  with check (grantee = 'provider:identity' and revoked_at is null);
create policy worker_revokes_from_the_provider on media_grant for update to worker
  using (grantee = 'provider:identity' and revoked_at is null) with check (revoked_at <= app_now());
grant select, insert (file_id, purpose, used_by, grantee, reason, until), update (revoked_at) on media_grant to worker;

-- As before (0035), with the provider, for whom the worker opens.
create or replace function media_open(file text, viewer text, staff_roles text[])
returns table (owner_id bigint, content_type text, sha256 bytea, key_id text, wrapped_key bytea)
language plpgsql security definer set search_path = public, pg_temp as $$
declare found_file media_file; found_grant bigint;
begin
  if (session_user = 'app' and viewer ~ '^user:[1-9]\d*$' and staff_roles = '{}'
      or session_user = 'admin' and viewer ~ '^staff:[1-9]\d*$'
      or session_user = 'worker' and viewer = 'provider:identity' and staff_roles = '{}') is not true then
    raise exception 'role % opens no file for %', session_user, viewer using errcode = '42501';
  end if;
  select * into found_file from media_file f where f.id = file and f.mode = 'sealed' and f.removed_at is null;
  -- Also for an absent file: the time of a refusal does not show whether there is one.
  select g.id into found_grant from media_grant g
   where g.file_id = file and (case when g.kind like 'staff:%' then g.grantee = any (staff_roles) else g.grantee = viewer end)
     and g.revoked_at is null and (g.until is null or g.until > app_now())
   order by g.id limit 1 for share;
  if found_file.id is null or (viewer <> 'user:' || found_file.owner_id and found_grant is null) then return; end if;
  insert into media_view (file_id, owner_id, purpose, viewer, grant_id)
  values (file, found_file.owner_id, found_file.purpose, viewer, found_grant);
  return query select found_file.owner_id, found_file.content_type, found_file.sha256, found_file.key_id, found_file.wrapped_key;
end $$;
grant execute on function media_open(text, text, text[]) to worker;

-- What one member of staff did of one kind, however long ago.
create index trail_of_actor_and_action on trail (actor, action, id desc);
-- Changes that were refused or withdrawn, however few.
create index staff_change_by_state on staff_change (state, id desc);
