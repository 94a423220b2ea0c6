-- What the single-writer loop needs besides leases and idempotency records.

-- Work that must survive: written by the transaction that caused it, done and deleted in the batch that does it.
create table engine_inbox (
  id      bigint      primary key,
  shard   text        not null,
  command jsonb       not null,
  at      timestamptz not null default app_now()
);
create index engine_inbox_of_shard on engine_inbox (shard, id);

-- Commands that failed alone. Their callers were told; somebody must look.
create table engine_dead_command (
  id      bigint      primary key,
  shard   text        not null,
  command jsonb       not null,
  error   text        not null,
  at      timestamptz not null default app_now()
);

grant insert on engine_inbox to engine;           -- And to whichever role writes work for it, once one does.
grant select, delete on engine_inbox to engine;
grant insert on engine_dead_command to engine;
grant select on engine_inbox, engine_dead_command to engine, worker, audit;
