-- Files that a user asked for: statements, trades and other records. The worker makes them, and they are deleted after some days.
create table export_job (
  id           bigint      primary key check (id > 0),
  user_id      bigint      not null references user_account (id),
  book         text        not null check (book in ('real', 'demo')),
  kind         text        not null check (kind ~ '^[a-z]+\.[a-z]+$'),
  params       jsonb       not null default '{}' check (jsonb_typeof(params) = 'object' and length(params::text) <= 1000),
  language     text        not null,
  status       text        not null default 'waiting' check (status in ('waiting', 'running', 'done', 'failed', 'stopped')),
  progress     int         not null default 0 check (progress between 0 and 100),
  attempt      int         not null default 0,          -- Raised by each worker that takes it; an older one can write no more
  heartbeat_at timestamptz,                             -- Of the worker that makes it
  created_at   timestamptz not null default app_now(),
  ended_at     timestamptz,
  expires_at   timestamptz,
  filename     text,
  byte_size    bigint,
  sha256       bytea,
  error        text,                                    -- Why it failed
  constraint an_end_has_a_time check ((status in ('waiting', 'running')) = (ended_at is null)),
  constraint a_file_is_described check (
    (status = 'done') = (filename is not null and byte_size is not null and sha256 is not null and expires_at is not null)),
  constraint a_failure_has_a_reason check ((status = 'failed') = (error is not null))
);
create index export_job_of_user on export_job (user_id, book, id desc);
create index export_job_open on export_job (id) where status in ('waiting', 'running');
create index export_job_by_age on export_job (created_at);

-- Bytes of a file, in order. Those of an earlier attempt are deleted by the one that ends it.
create table export_chunk (
  job     bigint not null references export_job (id) on delete cascade,
  attempt int    not null,
  place   int    not null check (place >= 0),
  bytes   bytea  not null check (length(bytes) between 1 and 262144),
  primary key (job, attempt, place)
);
alter table export_chunk alter column bytes set storage external;   -- PDFs are compressed already; parts are read whole

grant select, insert (id, user_id, book, kind, params, language), update (status, ended_at) on export_job to app;
grant select, update, delete on export_job to worker;
grant select on export_chunk to app;
grant select, insert, delete on export_chunk to worker;
grant select on export_job to audit, admin;
