-- Timers are claimed by kind, so that a backlog of one kind never delays another. An effect that failed is tried again at `retry_at`;
-- `due_at` stays the time it was due, so that lateness counts from there.
alter table timer add column retry_at timestamptz;
drop index timer_by_due_time;
create index timer_by_kind_and_time on timer (kind, coalesce(retry_at, due_at));
create index timer_that_failed on timer (kind, due_at) where failures > 0;
