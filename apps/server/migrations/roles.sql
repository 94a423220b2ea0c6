-- The cluster's roles, made once by an administrator and safe to repeat. Passwords are the operator's: alter role … password.
-- No role but migrate owns anything, and none may do more than its processes need (reliability T39).
do $$
declare name text;
begin
  foreach name in array array['migrate', 'app', 'gateway', 'admin', 'engine', 'worker', 'feed', 'custody', 'audit'] loop
    if not exists (select from pg_roles where rolname = name) then
      execute format('create role %I login', name);
    end if;
  end loop;
end $$;

-- A request that waits must give up before its user does, and a transaction that sleeps must not hold a balance.
alter role app set lock_timeout = '2s';
alter role app set statement_timeout = '5s';
alter role app set idle_in_transaction_session_timeout = '1s';
alter role gateway set lock_timeout = '2s';
alter role gateway set statement_timeout = '5s';
alter role gateway set idle_in_transaction_session_timeout = '1s';
alter role gateway set default_transaction_read_only = on;
alter role admin set lock_timeout = '2s';
alter role admin set statement_timeout = '15s';
alter role admin set idle_in_transaction_session_timeout = '1s';
alter role worker set lock_timeout = '5s';
alter role worker set idle_in_transaction_session_timeout = '60s';
alter role custody set lock_timeout = '5s';
alter role custody set idle_in_transaction_session_timeout = '5s';
-- No block is dated long before it appears: bets without a tick rely on it (modules/seconds/trading/expire-bets.ts).
alter role feed set idle_in_transaction_session_timeout = '5s';
alter role audit set default_transaction_read_only = on;

-- Health tells of a transaction that stays open: it holds up the outbox, the auditor's fold and vacuum, in every process.
grant pg_read_all_stats to worker, audit;
