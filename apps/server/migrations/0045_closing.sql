-- Closing an account: requested, cancelled by the next login, carried out by the worker. What must be kept stays under a number
-- that names nobody; the addresses become keyed hashes, so that they can be registered again.
alter table user_account
  add column closing_due_at    timestamptz,   -- null: not requested
  add column closing_left      jsonb,         -- what the owner agreed to leave, by account and currency
  add column closing_email     text,          -- keyed hashes of the addresses, made when it was requested
  add column closing_mobile    text,
  add column closed_at         timestamptz,
  add column kept_until        timestamptz,   -- when what was kept of a closed account is erased as well
  drop constraint an_account_can_be_reached,
  add constraint an_account_can_be_reached check (closed_at is not null or email is not null or mobile is not null),
  add constraint a_closed_account_has_no_address check (closed_at is null or (email is null and mobile is null)),
  add constraint a_closing_says_what_is_left check (closing_due_at is null or jsonb_typeof(closing_left) = 'object'),
  add constraint a_frozen_account_is_not_being_closed check (frozen_at is null or closing_due_at is null);
create index user_account_by_closing_time on user_account (closing_due_at) where closing_due_at is not null;
create index user_account_by_end_of_keeping on user_account (kept_until) where kept_until is not null;

grant update (closing_due_at, closing_left, closing_email, closing_mobile) on user_account to app;

-- The worker closes. It reads no password, no key and no hash of a token.
grant select (id, email, mobile, nickname, signature, avatar_id, invite_code, invited_by, country, risk_text_version,
  risk_acknowledged_at, terms_version, demo_granted_at, created_at, lang, verification, roles, frozen_at,
  withdrawals_held_until, closing_due_at, closing_left, closing_email, closing_mobile, closed_at, kept_until)
  on user_account to worker;
grant update (email, mobile, password_hash, nickname, signature, avatar_id, phrase, trade_password_sealed, country, lang,
  closing_due_at, closing_left, closing_email, closing_mobile, closed_at, kept_until)
  on user_account to worker;
grant select (id, user_id, device_id, book, created_at, signed_in_at, last_seen_at, ended_at, ip, user_agent),
  update (ended_at, ip, user_agent, device_id) on session to worker;
grant update (ends_at) on session_token to worker;
grant select (id, user_id, user_agent, first_seen_at), delete on device to worker;
grant select (user_id), delete on freeze_link to worker;
grant select (user_id, made_at, bound_at), delete on authenticator to worker;
grant select (id, user_id, transports, name, is_synced, created_at, last_used_at, removed_at), delete on passkey to worker;
grant select (user_id), delete on passkey_challenge to worker;
grant select (user_id), delete on step_up to worker;
grant select, delete on favourite to worker;
grant delete on personal_limit to worker;
grant update (removed_at) on media_file to worker;
grant select on media_view to worker;
