-- Identity cases: documents that a user sends for a level, their review by staff, and its decision. Personal fields are sealed; the
-- pictures are sealed files of media, used by kyc:<user>:<level>. Hashes are keyed (HMAC): they find the same document or picture in
-- another account and name nobody.
create table kyc_case (
  id            bigint      primary key check (id > 0),
  user_id       bigint      not null references user_account (id),
  level         smallint    not null check (level in (1, 2)),
  document      text        not null check (document in ('id_card', 'passport', 'driver_licence', 'residence_permit', 'other')),
  nationality   text        check (nationality ~ '^[A-Z]{2}$'),
  key_id        text,
  sealed        bytea,
  hash_key      text,                              -- Master key of the hashes of this case
  number_hash   bytea       check (octet_length(number_hash) = 32),
  state         text        not null default 'under_review'
                            check (state in ('under_review', 'verified', 'rejected', 'expired', 'withdrawn')),
  submitted_at  timestamptz not null default app_now(),
  decided_at    timestamptz,
  valid_until   date,                              -- Last day of an approval; null: no end
  claimed_by    bigint,                            -- Staff member who holds the case
  claimed_until timestamptz,
  erased_at     timestamptz,
  constraint a_case_has_its_fields_until_it_is_erased check ((sealed is null) = (erased_at is not null) and (key_id is null) = (sealed is null)),
  constraint level_1_names_a_nationality check (level = 2 or nationality is not null or erased_at is not null),
  constraint a_claim_ends check ((claimed_by is null) = (claimed_until is null)),
  constraint only_a_case_under_review_is_claimed check (claimed_by is null or state = 'under_review'),
  constraint a_case_is_under_review_or_decided check ((state = 'under_review') = (decided_at is null)),
  constraint only_an_approval_ends check (valid_until is null or state in ('verified', 'expired', 'withdrawn'))
);
create unique index kyc_one_case_under_review on kyc_case (user_id, level) where state = 'under_review';
create unique index kyc_one_approval on kyc_case (user_id, level) where state = 'verified';
create index kyc_case_of_its_owner on kyc_case (user_id, level, id desc);
create index kyc_queue on kyc_case (submitted_at, id) where state = 'under_review';
create index kyc_case_by_number on kyc_case (number_hash) where number_hash is not null;
create index kyc_case_to_erase on kyc_case (decided_at) where state = 'rejected' and erased_at is null;
create index kyc_case_by_end on kyc_case (valid_until) where state = 'verified' and valid_until is not null;

-- A picture that was not the reason of a rejection is used by the next case as well.
create table kyc_picture (
  case_id   bigint not null references kyc_case (id),
  part      text   not null check (part in ('front_pic', 'reverse_pic', 'hand_pic')),
  file_id   text   not null references media_file (id),
  file_hash bytea  check (octet_length(file_hash) = 32),
  primary key (case_id, part)
);
create index kyc_picture_by_hash on kyc_picture (file_hash) where file_hash is not null;
create index kyc_picture_of_file on kyc_picture (file_id);

-- Why a case may be rejected. Only migrations write here; domain/kyc has the same list.
create table kyc_reason (
  code  text     not null check (code ~ '^[a-z]+(_[a-z]+)*$'),
  level smallint not null check (level in (1, 2)),
  primary key (code, level)
);
insert into kyc_reason (code, level)
select code, level from unnest(array['document_not_accepted', 'document_expired', 'front_blurred', 'front_glare', 'front_cut_off',
  'front_edited', 'back_blurred', 'back_glare', 'back_cut_off']) code, unnest(array[1, 2]) level
union all select code, 1 from unnest(array['nationality_differs', 'under_age', 'name_differs', 'number_differs', 'number_in_use',
  'hand_blurred', 'hand_face_hidden', 'hand_face_differs']) code
union all select 'relative_unclear', 2;

-- What was decided about a case, never changed. An override of a rejection is decided by two people.
create table kyc_decision (
  id           bigint      generated always as identity primary key,
  case_id      bigint      not null references kyc_case (id),
  outcome      text        not null check (outcome in ('approved', 'rejected', 'overridden', 'withdrawn', 'expired')),
  reasons      text[]      not null default '{}',
  staff_id     bigint,                             -- null: the end of a document
  confirmed_by bigint,
  at           timestamptz not null default app_now(),
  constraint staff_decides_all_but_an_end check ((staff_id is null) = (outcome = 'expired')),
  constraint an_override_has_two_people check ((confirmed_by is not null) = (outcome = 'overridden') and confirmed_by <> staff_id),
  constraint a_rejection_has_reasons check ((cardinality(reasons) > 0) = (outcome = 'rejected'))
);
create index kyc_decision_of_case on kyc_decision (case_id, id);
create unique index kyc_decided_once on kyc_decision (case_id) where outcome in ('approved', 'rejected');
create trigger kyc_decision_is_append_only before update or delete on kyc_decision for each row execute function refuse_change();
create trigger kyc_decision_is_never_emptied before truncate on kyc_decision for each statement execute function refuse_change();

-- Which member of staff read the details of a case. Views of its pictures are in media_view.
create table kyc_view (
  id       bigint      generated always as identity primary key,
  case_id  bigint      not null,
  user_id  bigint      not null,
  staff_id bigint      not null,
  at       timestamptz not null default app_now()
);
create index kyc_view_of_case on kyc_view (case_id, id);
create index kyc_view_of_user on kyc_view (user_id, id);
create trigger kyc_view_is_append_only before update or delete on kyc_view for each row execute function refuse_change();
create trigger kyc_view_is_never_emptied before truncate on kyc_view for each statement execute function refuse_change();

-- A level is checked once, and level 2 after level 1.
create function kyc_case_may_open() returns trigger language plpgsql as $$
begin
  if exists (select from kyc_case c where c.user_id = new.user_id and c.level = new.level and c.state = 'verified') then
    raise exception 'level % of user % is verified', new.level, new.user_id using errcode = 'KY003';
  end if;
  if new.level = 2 and not exists (select from user_account u where u.id = new.user_id and u.verification >= 1) then
    raise exception 'level 2 of user % needs level 1', new.user_id using errcode = 'KY004';
  end if;
  return new;
end $$;
create trigger kyc_case_opens_in_order before insert on kyc_case for each row execute function kyc_case_may_open();

-- Gives a reviewer the oldest case that nobody holds, or the one that this reviewer holds already; null if there is none.
-- Two calls never get the same case; a claim that ended is free again.
create function kyc_claim_next(staff bigint, minutes int) returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
declare held bigint;
begin
  if staff is null or minutes is null or minutes not between 1 and 240 then
    raise exception 'staff % cannot claim for % minutes', staff, minutes using errcode = '22023';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('kyc staff', staff)); -- Two calls of one reviewer get one case.
  select c.id into held from kyc_case c
   where c.state = 'under_review' and c.claimed_by = staff and c.claimed_until > app_now() order by c.submitted_at, c.id limit 1;
  if held is null then
    update kyc_case set claimed_by = staff, claimed_until = app_now() + minutes * interval '1 minute'
     where id = (select c.id from kyc_case c
                  where c.state = 'under_review' and (c.claimed_until is null or c.claimed_until <= app_now())
                    and not exists (select from user_account u where u.id = c.user_id and u.closed_at is not null)
                  order by c.submitted_at, c.id limit 1 for update of c skip locked)
    returning id into held;
  end if;
  return held;
end $$;

-- Gives a case back; false if this reviewer does not hold it.
create function kyc_release(the_case bigint, staff bigint) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update kyc_case set claimed_by = null, claimed_until = null where id = the_case and claimed_by = staff and claimed_until > app_now();
  return found;
end $$;

-- Records that a reviewer reads a case and returns its sealed fields: no record, no fields.
create function kyc_open(the_case bigint, staff bigint) returns table (key_id text, sealed bytea)
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into kyc_view (case_id, user_id, staff_id) select c.id, c.user_id, staff from kyc_case c where c.id = the_case and c.sealed is not null;
  return query select c.key_id, c.sealed from kyc_case c where c.id = the_case and c.sealed is not null;
end $$;

-- Notifies the owner of a case and other modules of what became of it. ids: of the notice and of its two events, new ones.
create function kyc_announce(decided kyc_case, outcome text, new_level int, ids bigint[]) returns void
language plpgsql set search_path = public, pg_temp as $$
begin
  insert into notice (id, user_id, category, kind, params, subject)
  values (ids[1], decided.user_id, 'security', 'identity_' || outcome, jsonb_build_object('level', decided.level), decided.id);
  insert into outbox (id, topic, payload) values
    (ids[2], 'notify.notice.written', jsonb_build_object('id', ids[1]::text, 'userId', decided.user_id::text)),
    (ids[3], 'kyc.case.decided', jsonb_build_object('id', decided.id::text, 'userId', decided.user_id::text, 'level', decided.level,
      'outcome', outcome, 'verification', new_level));
end $$;

-- Decides a case that the reviewer holds, and returns the level of its user afterwards. The only way to a level: no role may update
-- user_account.verification. A rejected case stays rejected.
create function kyc_decide(the_case bigint, staff bigint, outcome text, reasons text[], ids bigint[], valid_until date default null)
returns smallint language plpgsql security definer set search_path = public, pg_temp as $$
declare decided kyc_case; new_level smallint;
begin
  select * into decided from kyc_case c where c.id = the_case for update;
  if (decided.state = 'under_review' and decided.claimed_by = staff and decided.claimed_until > app_now()) is not true then
    raise exception 'staff % does not hold case %', staff, the_case using errcode = 'KY001';
  end if;
  if (outcome = 'approved' and cardinality(reasons) = 0
      or outcome = 'rejected' and cardinality(reasons) > 0 and valid_until is null) is not true then
    raise exception 'case % cannot be % for %', the_case, outcome, reasons using errcode = 'KY002';
  end if;
  if exists (select from unnest(reasons) r (code)
              where not exists (select from kyc_reason k where k.code = r.code and k.level = decided.level)) then
    raise exception 'level % has no such reasons: %', decided.level, reasons using errcode = 'KY002';
  end if;
  insert into kyc_decision (case_id, outcome, reasons, staff_id) values (the_case, outcome, reasons, staff);
  update kyc_case c set state = case outcome when 'approved' then 'verified' else 'rejected' end, decided_at = app_now(),
                        valid_until = kyc_decide.valid_until, claimed_by = null, claimed_until = null
   where c.id = the_case;
  if outcome = 'approved' then
    update user_account u
       set verification = case when decided.level = 1 and exists (select from kyc_case c
                                    where c.user_id = u.id and c.level = 2 and c.state = 'verified') then 2
                               when decided.level = 1 or u.verification >= 1 then greatest(u.verification, decided.level)
                               else u.verification end,
           country = case decided.level when 1 then decided.nationality else u.country end
     where u.id = decided.user_id;
  end if;
  select u.verification into new_level from user_account u where u.id = decided.user_id;
  perform kyc_announce(decided, outcome, new_level, ids);
  return new_level;
end $$;

-- Ends an approval whose document has expired, and the level with it; false if it has not. Level 2 rests on level 1.
create function kyc_expire(the_case bigint, ids bigint[]) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare ended kyc_case; new_level smallint;
begin
  update kyc_case c set state = 'expired' where c.id = the_case and c.state = 'verified' and c.valid_until < (app_now() at time zone 'UTC')::date
  returning * into ended;
  if not found then return false; end if;
  insert into kyc_decision (case_id, outcome) values (the_case, 'expired');
  update user_account u set verification = least(u.verification, ended.level - 1) where u.id = ended.user_id
  returning u.verification into new_level;
  perform kyc_announce(ended, 'expired', new_level, ids);
  return true;
end $$;

revoke execute on function kyc_claim_next(bigint, int), kyc_release(bigint, bigint), kyc_open(bigint, bigint),
  kyc_announce(kyc_case, text, int, bigint[]), kyc_decide(bigint, bigint, text, text[], bigint[], date), kyc_expire(bigint, bigint[]) from public;
grant execute on function kyc_claim_next(bigint, int), kyc_release(bigint, bigint), kyc_open(bigint, bigint),
  kyc_decide(bigint, bigint, text, text[], bigint[], date) to admin;
grant execute on function kyc_expire(bigint, bigint[]) to worker;

-- Role app sends cases and reads what became of them, without who decided.
grant select (id, user_id, level, document, nationality, key_id, sealed, state, submitted_at, decided_at, valid_until, erased_at),
  insert (id, user_id, level, document, nationality, key_id, sealed, hash_key, number_hash) on kyc_case to app;
grant select (case_id, part, file_id), insert on kyc_picture to app;
grant select (id, case_id, outcome, reasons, at) on kyc_decision to app;
-- Staff find duplicates by hash and read fields by kyc_open.
grant select (id, user_id, level, document, nationality, hash_key, number_hash, state, submitted_at, decided_at, valid_until, claimed_by,
  claimed_until, erased_at) on kyc_case to admin;
grant select on kyc_picture, kyc_decision, kyc_view, kyc_reason to admin;
grant select (id, owner_id, purpose, width, height, sha256, created_at, removed_at) on media_file to admin;
-- The worker downloads, erases, and seals again with a new master key.
grant select, update (key_id, sealed, hash_key, number_hash, nationality, erased_at) on kyc_case to worker;
grant select, update (file_hash) on kyc_picture to worker;
grant select (id, case_id, outcome, reasons, at) on kyc_decision to worker;
grant select on kyc_view to worker;
grant select (id, user_id, level, document, state, submitted_at, decided_at, valid_until, claimed_by, claimed_until, erased_at)
  on kyc_case to audit;
grant select on kyc_picture, kyc_decision, kyc_view, kyc_reason to audit;
