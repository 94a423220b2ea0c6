-- A consumer of the outbox continues the trace of what wrote an event. Empty unless that trace is recorded.
alter table outbox add column trace text;
grant insert (trace) on outbox to app, engine, worker, custody, feed, admin;
