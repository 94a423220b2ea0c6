-- Second factors, and the challenges that bind them to one action.

-- The key can be read by whoever holds the master key and nobody else. Each step works once: the last one is kept.
create table authenticator (
  user_id   bigint      primary key references user_account (id),
  key_id    text        not null,
  sealed    bytea       not null,
  made_at   timestamptz not null default app_now(),
  bound_at  timestamptz,
  last_step bigint      not null default 0
);

create table passkey (
  id            bigint      primary key,
  user_id       bigint      not null references user_account (id),
  credential_id text        not null,            -- base64url, as browsers name it
  public_key    bytea       not null,
  counter       bigint      not null,
  transports    text[]      not null,
  name          text        not null,
  is_synced     boolean     not null,
  created_at    timestamptz not null default app_now(),
  last_used_at  timestamptz,
  removed_at    timestamptz,
  constraint credentials_are_unique unique (credential_id)
);
create index passkey_of_user on passkey (user_id) where removed_at is null;

-- What an authenticator was asked to sign. Answered once, or never.
create table passkey_challenge (
  challenge  text        primary key,            -- base64url of 32 random bytes
  purpose    text        not null check (purpose in ('login', 'add', 'step_up')),
  user_id    bigint      references user_account (id),
  step_up_id bigint,
  expires_at timestamptz not null,
  used_at    timestamptz
);
create index passkey_challenge_by_age on passkey_challenge (expires_at);

-- One action of one session, by the digest of everything it says; what was proven for it so far. Used up by the
-- action's own transaction.
create table step_up (
  id         bigint      primary key,
  user_id    bigint      not null references user_account (id),
  session_id bigint      not null references session (id),
  action     text        not null,               -- 'POST /plus/trade-password'
  digest     bytea       not null,
  proven     text[]      not null default '{}',
  created_at timestamptz not null default app_now(),
  expires_at timestamptz not null,
  used_at    timestamptz,
  constraint digest_is_sha256 check (octet_length(digest) = 32)
);
create index step_up_by_age on step_up (expires_at);

grant select, insert (user_id, key_id, sealed), update (key_id, sealed, made_at, bound_at, last_step) on authenticator to app;
grant select, insert (id, user_id, credential_id, public_key, counter, transports, name, is_synced),
  update (counter, last_used_at, removed_at, name) on passkey to app;
grant select, insert (challenge, purpose, user_id, step_up_id, expires_at), update (used_at) on passkey_challenge to app;
grant select, insert (id, user_id, session_id, action, digest, expires_at), update (proven, used_at) on step_up to app;
grant select (expires_at), delete on passkey_challenge, step_up to worker;
