-- What an account gains: a face, a phrase that proves our mails, a second password, ways to stop everything at once.

alter table user_account
  add column signature text not null default '',
  add column avatar_id text,                        -- a public file of media
  add column phrase text,                           -- repeated in every mail and message to this user
  add column trade_password_sealed text,             -- argon2id, sealed by the master key: six digits are soon tried
  add column frozen_at timestamptz,                 -- nobody gets in until the owner proves themselves again
  add column withdrawals_held_until timestamptz,    -- after a password, authenticator or phone change
  add column demo_round int not null default 0,     -- how often demo money was granted
  add constraint trade_password_is_sealed check (trade_password_sealed ~ '^[a-z0-9]{1,16}:[A-Za-z0-9_-]{40,}$'),
  add constraint phrase_is_short check (char_length(phrase) between 1 and 40);
update user_account set demo_round = 1 where demo_granted_at is not null;

-- A browser that keeps the key we gave it is the same device; only the key's hash is here.
create table device (
  id            bigint      primary key,
  user_id       bigint      not null references user_account (id),
  key_hash      bytea       not null,
  user_agent    text        not null,
  first_seen_at timestamptz not null default app_now(),
  constraint one_device_per_key unique (user_id, key_hash),
  constraint device_key_is_stored_as_sha256 check (octet_length(key_hash) = 32)
);

alter table session add column device_id bigint references device (id);

-- A session has a chain of tokens. One ends a while after its successor was first used, so that an answer that was
-- lost on its way logs nobody out.
create table session_token (
  token_hash    bytea       primary key,
  session_id    bigint      not null references session (id),
  made_at       timestamptz not null default app_now(),
  first_used_at timestamptz,
  ends_at       timestamptz,
  constraint token_is_stored_as_sha256 check (octet_length(token_hash) = 32)
);
create index session_token_of_session on session_token (session_id, made_at);
create index session_token_by_end on session_token (ends_at) where ends_at is not null;
create index session_token_by_age on session_token (made_at) where ends_at is null;
insert into session_token (token_hash, session_id, made_at, first_used_at)
  select token_hash, id, created_at, created_at from session where ended_at is null;
alter table session drop column token_hash;

-- From a link in a security mail: whoever holds it can stop the account and nothing else.
create table freeze_link (
  token_hash bytea       primary key,
  user_id    bigint      not null references user_account (id),
  expires_at timestamptz not null,
  constraint link_is_stored_as_sha256 check (octet_length(token_hash) = 32)
);
create index freeze_link_by_age on freeze_link (expires_at);

grant update (password_hash, mobile, nickname, signature, avatar_id, phrase, trade_password_sealed, frozen_at,
  withdrawals_held_until, demo_round) on user_account to app;
grant select, insert (id, user_id, key_hash, user_agent) on device to app;
grant insert (device_id) on session to app;
grant select, insert (token_hash, session_id), update (first_used_at, ends_at) on session_token to app;
grant select, insert on freeze_link to app;
grant select (made_at, ends_at), delete on session_token to worker;
grant select (expires_at), delete on freeze_link to worker;
