-- People, their sessions, the codes they are mailed, and the counters that stop guessing. Mails wait here until sent.

create table user_account (
  id                   bigint      primary key,
  email                text,                     -- as domain/auth spells it: compared byte by byte
  mobile               text,
  password_hash        text        not null,     -- argon2id with its own salt and costs
  nickname             text        not null,
  invite_code          text        not null,
  invited_by           bigint      references user_account (id),
  country              text,
  risk_text_version    int         not null,
  risk_acknowledged_at timestamptz not null default app_now(),
  demo_granted_at      timestamptz,
  created_at           timestamptz not null default app_now(),
  constraint one_account_per_email unique (email),
  constraint one_account_per_mobile unique (mobile),
  constraint invite_codes_are_unique unique (invite_code),
  constraint an_account_can_be_reached check (email is not null or mobile is not null),
  constraint email_is_canonical check (email = lower(email) and email like '%_@_%'),
  constraint mobile_is_digits check (mobile ~ '^[0-9]{6,15}$'),
  constraint password_is_hashed check (password_hash like '$argon2id$%'),
  constraint country_is_a_code check (country ~ '^[A-Z]{2}$'),
  constraint nobody_invites_themselves check (invited_by <> id)
);
create index user_account_by_inviter on user_account (invited_by) where invited_by is not null;

-- The token is never stored, only its hash: whoever reads this table cannot act as anybody.
create table session (
  id           bigint      primary key,
  user_id      bigint      not null references user_account (id),
  token_hash   bytea       not null,
  book         text        not null check (book in ('real', 'demo')),
  created_at   timestamptz not null default app_now(),
  signed_in_at timestamptz not null,             -- when the password was given; a change of book does not renew it
  last_seen_at timestamptz not null default app_now(),
  ended_at     timestamptz,
  ip           text        not null,
  user_agent   text        not null,
  constraint tokens_are_unique unique (token_hash),
  constraint token_is_stored_as_sha256 check (octet_length(token_hash) = 32)
) with (fillfactor = 85);
create index session_of_user on session (user_id) where ended_at is null;

-- Bound to one account and one purpose. A try is counted before it is compared, in a transaction of its own.
create table one_time_code (
  id         bigint      primary key,
  account    text        not null,
  purpose    text        not null,
  code_hash  bytea       not null,
  tries      int         not null default 0,
  created_at timestamptz not null default app_now(),
  expires_at timestamptz not null,
  used_at    timestamptz,
  constraint purpose_is_a_word check (purpose ~ '^[a-z_]{1,32}$'),
  constraint code_is_hashed check (octet_length(code_hash) = 32)
);
create index one_time_code_newest on one_time_code (account, purpose, id);
create index one_time_code_by_age on one_time_code (expires_at);

-- Hard limits: Redis may forget, these may not. One row per key, reused window after window.
create table attempt (
  key          text        primary key,          -- 'login:account:ann@example.com'
  window_start timestamptz not null,
  window_end   timestamptz not null,
  count        int         not null,
  constraint attempts_are_never_negative check (count >= 0)
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.05);
create index attempt_by_age on attempt (window_end);

-- Written by the transaction that makes the mail necessary. Its text is erased once it is sent: it may hold a code.
create table mail_job (
  id         bigint      generated always as identity primary key,
  recipient  text        not null,
  subject    text        not null,
  body       text        not null,
  created_at timestamptz not null default app_now(),
  due_at     timestamptz not null default app_now(),
  tries      int         not null default 0,
  error      text,                               -- of the last try
  sent_at    timestamptz,
  refused_at timestamptz,                        -- the other side said never; kept for whoever is asked about it
  constraint a_mail_ends_once check (sent_at is null or refused_at is null)
) with (autovacuum_vacuum_scale_factor = 0.05);
create index mail_job_by_due_time on mail_job (due_at) where sent_at is null and refused_at is null;
create index mail_job_by_age on mail_job (created_at);

-- The hashes are for app alone; the worker sweeps by age, and sees a user's name and address and nothing secret.
grant select on user_account, session, one_time_code, attempt to app;
grant insert (id, email, mobile, password_hash, nickname, invite_code, invited_by, country, risk_text_version)
  on user_account to app;
grant update (demo_granted_at) on user_account to app;
grant insert (id, user_id, token_hash, book, signed_in_at, ip, user_agent) on session to app;
grant update (last_seen_at, ended_at) on session to app;
grant insert (id, account, purpose, code_hash, expires_at) on one_time_code to app;
grant update (tries, used_at) on one_time_code to app;
grant insert, update on attempt to app;
grant select (id, expires_at), delete on one_time_code to worker;
grant select (key, window_end), delete on attempt to worker;
-- Whoever queues a mail cannot read the queue: it holds other people's codes.
grant insert (recipient, subject, body) on mail_job to app, worker;
grant select, update, delete on mail_job to worker;
