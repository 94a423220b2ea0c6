-- Gateways ask once a second which sessions ended since they last asked, instead of reading all of theirs. The transaction that
-- ended one is noted, not its time: a transaction may commit long after the time that it wrote.
alter table session add column ended_xid xid8;
create index session_by_ending_transaction on session (ended_xid) where ended_xid is not null;
alter table user_account add column frozen_xid xid8;
create index user_account_by_freezing_transaction on user_account (frozen_xid) where frozen_xid is not null;

-- By trigger, so that no way to end a session can leave it out.
create function note_ended_session() returns trigger language plpgsql as $$
begin
  new.ended_xid := pg_current_xact_id();
  return new;
end $$;
create trigger session_notes_its_end before update of ended_at, user_id, book on session for each row
  when ((old.ended_at, old.user_id, old.book) is distinct from (new.ended_at, new.user_id, new.book))
  execute function note_ended_session();

create function note_frozen_user() returns trigger language plpgsql as $$
begin
  new.frozen_xid := pg_current_xact_id();
  return new;
end $$;
create trigger user_account_notes_its_freeze before update of frozen_at on user_account for each row
  when (old.frozen_at is distinct from new.frozen_at)
  execute function note_frozen_user();

grant select (ended_xid) on session to gateway;
grant select (frozen_xid) on user_account to gateway;
