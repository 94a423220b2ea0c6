-- What every money call leans on: idempotency records, the outbox, timers and leases.

-- An effect is recorded in the effect's own transaction; a refusal leaves nothing. Keys are UUIDv7, so they age by themselves.
create table idempotency (
  key       uuid        not null,
  user_id   bigint      not null,
  route     text        not null,
  body_hash bytea       not null,
  answer    jsonb       not null,
  at        timestamptz not null default app_now(),
  primary key (key, user_id)
) partition by range (key);
insert into partition_plan (parent, key_type, days_each, days_kept) values ('idempotency', 'uuid', 1, 3);

-- Events others must not miss, written by the transaction that caused them and read in commit-safe order (xid, id).
create table outbox (
  id      bigint not null,
  xid     xid8   not null default pg_current_xact_id(),
  topic   text   not null,
  payload jsonb  not null,
  primary key (id)
) partition by range (id);
create index outbox_in_commit_safe_order on outbox (xid, id);
insert into partition_plan (parent, key_type, days_each, days_kept) values ('outbox', 'id', 1, 14);

create table outbox_cursor (
  consumer text   primary key,
  xid      xid8   not null,
  id       bigint not null,
  failures int    not null default 0     -- of the event right after the cursor
);
create table outbox_dead (
  consumer text        not null,
  id       bigint      not null,
  topic    text        not null,
  payload  jsonb       not null,
  error    text        not null,
  at       timestamptz not null default app_now(),
  primary key (consumer, id)
);

-- Everything with business meaning that is due later. Done means gone: the effect's transaction deletes the row.
create table timer (
  kind     text        not null,
  ref      text        not null,
  due_at   timestamptz not null,
  failures int         not null default 0,
  error    text,
  primary key (kind, ref)
) with (autovacuum_vacuum_scale_factor = 0.05);
create index timer_by_due_time on timer (due_at);

-- One owner per shard. The pid and its start name the owner's backend, so that a successor can end it and nobody else.
create table lease (
  name          text        primary key,
  epoch         bigint      not null,
  owner         text        not null,
  pid           int         not null,
  backend_start timestamptz not null,
  heartbeat_at  timestamptz not null default clock_timestamp()
);

grant select, insert on idempotency to app, engine, worker, custody;
grant select on outbox to worker, engine, audit;
grant insert (id, topic, payload) on outbox to app, engine, worker, custody, feed, admin;
grant select, insert, update on outbox_cursor to worker, engine;
grant select, insert on outbox_dead to worker, engine;
grant select, insert, update, delete on timer to app, engine, worker, custody, admin;
grant select, insert, update on lease to engine, worker, feed, custody;
grant select on lease, timer, outbox_cursor, outbox_dead to audit;

select partitions_ensure();
