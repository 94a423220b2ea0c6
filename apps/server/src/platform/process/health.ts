import { sql } from 'kysely';
import type { Db } from '../db/database.ts';

/** Returns the reasons why the process is not healthy; an empty list means healthy. */
export type HealthCheck = () => Promise<readonly string[]>;

export type Health = { readonly status: 'ok' | 'degraded'; readonly reasons: readonly string[] };

/** Longest time of a check: a database that does not answer is a reason, not a probe that hangs. */
const CHECK_MS_MAX = 5_000;

/** Runs the checks. A check that fails, or does not end in time, is itself a reason. */
export async function readHealth(checks: readonly HealthCheck[], withinMs = CHECK_MS_MAX): Promise<Health> {
  const answers = await Promise.all(checks.map((check) => runInTime(check, withinMs)));
  const reasons = answers.flat();
  return { status: reasons.length === 0 ? 'ok' : 'degraded', reasons };
}

async function runInTime(check: HealthCheck, withinMs: number): Promise<readonly string[]> {
  let timeout: NodeJS.Timeout | undefined;
  const tooLate = new Promise<readonly string[]>((resolve) => {
    timeout = setTimeout(() => resolve([`a check did not end within ${withinMs} ms`]), withinMs);
  });
  const reasons = check().catch((error: unknown) => [error instanceof Error ? error.message : String(error)]);
  return await Promise.race([reasons, tooLate]).finally(() => clearTimeout(timeout));
}

const OPEN_SECONDS_MAX = 60;
const PARTITION_DAYS_MIN = 3;

/** Reports platform problems: dead-lettered events and commands, transactions left open, partitions running out. */
export async function platformHealth(db: Db): Promise<string[]> {
  const { rows } = await sql<{ reason: string }>`
    select format('outbox: %s dead-lettered events of %s', count(*), consumer) as reason from outbox_dead group by consumer
    union all
    select format('engine: %s dead-lettered commands of %s', count(*), shard) from engine_dead_command group by shard
    union all
    select format('transactions: one of %s is open since %s', usename, date_trunc('second', xact_start)) from pg_stat_activity
     where backend_xid is not null and datname = current_database()
       and xact_start < clock_timestamp() - ${OPEN_SECONDS_MAX} * interval '1 second'
    union all
    select format('partitions: %s has none beyond %s', parent, end_day) from (
      select p.parent, max(to_date(right(i.inhrelid::regclass::text, 8), 'YYYYMMDD')) + p.days_each as end_day
        from partition_plan p left join pg_inherits i on i.inhparent = p.parent::regclass group by p.parent, p.days_each) ends
     where end_day is null or end_day < current_date + ${PARTITION_DAYS_MIN}::int`.execute(db);
  return rows.map(({ reason }) => reason);
}
