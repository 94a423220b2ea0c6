-- What an upload is for. It decides who may read the file: a public one anybody, a sealed one its owner and those with a grant.
alter table media_file
  add column purpose text,
  add column used_by text;                       -- such as portrait:<user>; null: not used yet, deleted after a day

-- So far only portraits were used. No feature has sealed a file; if one exists it is treated as the most private kind and kept.
update media_file set purpose = case mode when 'public' then 'avatar' else 'identity' end,
                      used_by = case mode when 'sealed' then 'before purposes' end;
update media_file f set used_by = 'portrait:' || u.id from user_account u where u.avatar_id = f.id and f.mode = 'public';

alter table media_file
  alter column purpose set not null,
  add constraint mode_follows_purpose check (
    case mode when 'public' then purpose = 'avatar' else purpose in ('identity', 'voucher', 'chat', 'appeal') end),
  add constraint a_use_has_a_name check (used_by ~ '\S'),
  add constraint media_file_by_use unique (id, purpose, used_by);
create index media_file_unused on media_file (created_at) where used_by is null;

-- A file is used once. A used file is removed by its feature and never deleted by the sweep.
create function media_file_keeps_its_use() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'media file % is used by %', old.id, old.used_by using errcode = 'ME001';
  end if;
  raise exception 'media file % is used by % and not by %', old.id, old.used_by, new.used_by using errcode = 'ME002';
end $$;
create trigger media_file_in_use_is_not_deleted before delete on media_file for each row
  when (old.used_by is not null) execute function media_file_keeps_its_use();
create trigger media_file_is_used_once before update of used_by on media_file for each row
  when (old.used_by is not null and new.used_by is distinct from old.used_by) execute function media_file_keeps_its_use();

-- Who may get access besides the owner, by purpose. Only migrations write here.
create table media_grantee (
  purpose text not null,
  kind    text not null check (kind ~ '^(user|staff:[a-z]+)$'),
  primary key (purpose, kind)
);
insert into media_grantee (purpose, kind) values
  ('identity', 'staff:identity'), ('identity', 'staff:risk'),
  ('voucher', 'user'), ('voucher', 'staff:finance'), ('voucher', 'staff:support'),
  ('chat', 'user'), ('chat', 'staff:support'),
  ('appeal', 'staff:finance'), ('appeal', 'staff:risk'), ('appeal', 'staff:support');

-- Who has access besides the owner. The feature that uses the file writes it. A public file has no purpose with a grantee.
create table media_grant (
  id         bigint      generated always as identity primary key,
  file_id    text        not null,
  purpose    text        not null,
  used_by    text        not null,
  grantee    text        not null,               -- user:<id> or staff:<role>
  kind       text        not null generated always as (case when grantee like 'user:%' then 'user' else grantee end) stored,
  reason     text        not null,
  granted_at timestamptz not null default app_now(),
  until      timestamptz,                        -- null: until it is revoked
  revoked_at timestamptz,
  constraint a_grant_is_of_a_file_in_use foreign key (file_id, purpose, used_by) references media_file (id, purpose, used_by),
  constraint a_purpose_names_its_grantees foreign key (purpose, kind) references media_grantee (purpose, kind),
  constraint a_grantee_is_a_user_or_a_staff_role check (grantee ~ '^(user:[1-9]\d*|staff:[a-z]+)$'),
  constraint a_grant_has_a_reason check (reason ~ '\S')
);
create index media_grant_of_file on media_grant (file_id);
create unique index media_grant_once on media_grant (file_id, grantee, reason) where revoked_at is null;

-- A revoked grant stays revoked: access that is given again is a new grant.
alter table media_grant enable row level security;
create policy everybody_reads_grants on media_grant for select using (true);
create policy app_grants on media_grant for insert to app with check (revoked_at is null);
create policy app_revokes_once on media_grant for update to app
  using (revoked_at is null) with check (revoked_at <= app_now());

-- Who opened which sealed file. It outlives the file.
create table media_view (
  id       bigint      generated always as identity primary key,
  file_id  text        not null,
  owner_id bigint      not null,
  purpose  text        not null,
  viewer   text        not null,                 -- user:<id> or staff:<id>
  grant_id bigint,                               -- null: the owner
  at       timestamptz not null default app_now()
);
create index media_view_of_file on media_view (file_id, id);
create trigger media_view_is_append_only before update or delete on media_view for each row execute function refuse_change();
create trigger media_view_is_never_emptied before truncate on media_view for each statement execute function refuse_change();

-- Returns what decrypts a sealed file to a viewer with access, and records the view. No process that serves users or staff can read
-- a file's key in another way, so no file is opened without a record. No row: there is no such file for this viewer.
-- Users are served by role app, staff by role admin. A revocation that is under way is waited for.
create function media_open(file text, viewer text, staff_roles text[])
returns table (owner_id bigint, content_type text, sha256 bytea, key_id text, wrapped_key bytea)
language plpgsql security definer set search_path = public, pg_temp as $$
declare found_file media_file; found_grant bigint;
begin
  if (session_user = 'app' and viewer ~ '^user:[1-9]\d*$' and staff_roles = '{}'
      or session_user = 'admin' and viewer ~ '^staff:[1-9]\d*$') is not true then
    raise exception 'role % opens no file for %', session_user, viewer using errcode = '42501';
  end if;
  select * into found_file from media_file f where f.id = file and f.mode = 'sealed' and f.removed_at is null;
  -- Also for an absent file: the time of a refusal does not show whether there is one.
  select g.id into found_grant from media_grant g
   where g.file_id = file and (case g.kind when 'user' then g.grantee = viewer else g.grantee = any (staff_roles) end)
     and g.revoked_at is null and (g.until is null or g.until > app_now())
   order by g.id limit 1 for share;
  if found_file.id is null or (viewer <> 'user:' || found_file.owner_id and found_grant is null) then return; end if;
  insert into media_view (file_id, owner_id, purpose, viewer, grant_id)
  values (file, found_file.owner_id, found_file.purpose, viewer, found_grant);
  return query select found_file.owner_id, found_file.content_type, found_file.sha256, found_file.key_id, found_file.wrapped_key;
end $$;
revoke execute on function media_open(text, text, text[]) from public;
grant execute on function media_open(text, text, text[]) to app, admin;

-- Role app seals new files and uses them. It reads no key and replaces none; the worker's rotation does.
revoke select, update (key_id, wrapped_key) on media_file from app;
grant select (id, owner_id, mode, purpose, used_by, content_type, byte_size, width, height, sha256, created_at, removed_at),
  insert (purpose), update (used_by) on media_file to app;
grant delete on media_file to worker;
grant select, insert (file_id, purpose, used_by, grantee, reason, until), update (revoked_at) on media_grant to app;
grant select on media_grantee to app, audit;
grant select on media_view to app;
grant select on media_grant, media_view to admin, audit;
