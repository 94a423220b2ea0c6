-- What an owner is told in the app, written by the transaction that makes it true. Kinds and figures, no words: the app has
-- those in ten languages.
create table notice (
  id      bigint      primary key check (id > 0),
  user_id bigint      not null references user_account (id),
  kind    text        not null check (kind ~ '^[a-z]+(_[a-z]+)*$'),
  params  jsonb       not null default '{}' check (jsonb_typeof(params) = 'object' and length(params::text) <= 1000),
  at      timestamptz not null default app_now(),
  read_at timestamptz
);
create index notice_of_its_owner on notice (user_id, id desc);
create index notice_unread on notice (user_id) where read_at is null;
create index notice_by_age on notice (at);
-- Nobody rewrites what was told; only whether it was read changes, and age ends it.
grant select, insert, update (read_at) on notice to app;
grant select, insert, delete on notice to worker;
grant insert on notice to engine, custody, admin;
grant select on notice to audit;
