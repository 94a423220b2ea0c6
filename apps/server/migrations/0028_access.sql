-- How far an identity is verified and what a user may be besides. Role `app` reads them with every session and may change
-- neither: they are granted by whoever reviews (role `admin`, with the review itself).
alter table user_account
  add column verification smallint not null default 0,
  add column roles        text[]   not null default '{}',
  add constraint verification_is_a_level check (verification between 0 and 2),
  add constraint roles_are_known check (roles <@ array['merchant', 'trader']);

-- Where they live is said once, by those who opened their account before it was asked for.
grant update (country) on user_account to app;

-- Sessions that ended long ago are swept.
create index session_by_end on session (ended_at) where ended_at is not null;
grant select (id, ended_at, last_seen_at), delete on session to worker;
grant select (session_id) on session_token, step_up to worker;
