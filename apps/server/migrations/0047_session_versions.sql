-- Every change of what a session allows is noted with its transaction: APIs keep sessions in memory and ask once in a while what
-- changed, as gateways do. Besides its end that is a token that was replaced, and level, roles, country and freeze of its user.
alter table session rename column ended_xid to changed_xid;
alter index session_by_ending_transaction rename to session_by_changing_transaction;
alter table user_account rename column frozen_xid to changed_xid;
alter index user_account_by_freezing_transaction rename to user_account_by_changing_transaction;

create or replace function note_ended_session() returns trigger language plpgsql as $$
begin
  new.changed_xid := pg_current_xact_id();
  return new;
end $$;
alter function note_ended_session() rename to note_changed_session;

create or replace function note_frozen_user() returns trigger language plpgsql as $$
begin
  new.changed_xid := pg_current_xact_id();
  return new;
end $$;
alter function note_frozen_user() rename to note_changed_user;
drop trigger user_account_notes_its_freeze on user_account;
create trigger user_account_notes_its_change before update of frozen_at, verification, roles, country on user_account for each row
  when ((old.frozen_at, old.verification, old.roles, old.country) is distinct from (new.frozen_at, new.verification, new.roles, new.country))
  execute function note_changed_user();

-- A token ends when its successor is used: rare, and known to whoever keeps its session in memory.
create function note_changed_token() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update session set changed_xid = pg_current_xact_id() where id = new.session_id;
  return null;
end $$;
create trigger session_token_notes_its_end after update of ends_at on session_token for each row
  when (old.ends_at is distinct from new.ends_at) execute function note_changed_token();

grant select (changed_xid) on session to gateway;
grant select (changed_xid) on user_account to gateway;
