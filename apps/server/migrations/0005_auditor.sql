-- What the auditor knows: per account the fold of all entries below its horizon, and every breach it ever saw.
create table ledger_checkpoint (
  account   bigint primary key,
  available numeric(38, 18) not null,
  frozen    numeric(38, 18) not null
) with (fillfactor = 80);

create table ledger_audit (
  only_row   boolean     primary key default true check (only_row),
  horizon    xid8        not null,       -- everything below is folded into the checkpoints
  next_slice bigint      not null,       -- where the round over untouched accounts goes on
  ran_at     timestamptz not null,
  breach     text                        -- what the last run found; null: clean
);
insert into ledger_audit (horizon, next_slice, ran_at) values ('0', 0, clock_timestamp());

create table ledger_breach (
  id        bigint generated always as identity primary key,
  invariant text        not null,
  detail    text        not null,
  at        timestamptz not null default clock_timestamp()
);

-- A sealed partition's contents may never change again: its seal is recomputed every night.
create table ledger_seal (
  partition text        primary key,
  entries   bigint      not null,
  checksum  numeric     not null,
  sealed_at timestamptz not null default clock_timestamp()
);

grant select, insert, update on ledger_checkpoint, ledger_audit to worker;
grant select, insert on ledger_breach, ledger_seal to worker;
grant select on ledger_checkpoint, ledger_audit, ledger_breach, ledger_seal to app, admin, audit;
