import { readdirSync, readFileSync } from 'node:fs';
import type pg from 'pg';

/** CPU milliseconds of a process so far, all threads, to the nanosecond (/proc, schedstat). */
export function cpuMsOf(pid: number): number {
  try {
    return readdirSync(`/proc/${pid}/task`).reduce((sum, task) => sum + cpuMsOfTask(pid, task), 0);
  } catch {
    return 0; // It has ended.
  }
}

function cpuMsOfTask(pid: number, task: string): number {
  try {
    return Number(readFileSync(`/proc/${pid}/task/${task}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
  } catch {
    return 0; // The thread has ended.
  }
}

/** CPU milliseconds by name: our processes, and PostgreSQL's by the name of their connection or their task. */
export type CpuByName = ReadonlyMap<string, number>;

export type Measured = { readonly name: string; readonly pid: number };

/** What was read of one process: at the start, zero if it started later, and last, as it may have ended since. */
type Reading = { readonly name: string; readonly firstMs: number; lastMs: number };

export type CpuMeter = {
  /** Reads again; called now and then, so that little of a process that ends is missed. */
  read(): Promise<void>;
  byName(): CpuByName;
};

/** Counts the CPU of processes by pid, because the connections of a pool, and so their processes, come and go. */
export async function startCpuMeter(
  listed: () => Promise<readonly Measured[]>,
  cpuMs: (pid: number) => number = cpuMsOf,
): Promise<CpuMeter> {
  const readings = new Map<number, Reading>();
  for (const { name, pid } of await listed()) {
    const nowMs = cpuMs(pid);
    readings.set(pid, { name, firstMs: nowMs, lastMs: nowMs });
  }
  return {
    read: async () => {
      for (const { name, pid } of await listed()) {
        const known = readings.get(pid) ?? { name, firstMs: 0, lastMs: 0 };
        known.lastMs = Math.max(known.lastMs, cpuMs(pid)); // One that has ended reads as zero.
        readings.set(pid, known);
      }
    },
    byName: () => {
      const sums = new Map<string, number>();
      for (const { name, firstMs, lastMs } of readings.values())
        sums.set(name, (sums.get(name) ?? 0) + lastMs - firstMs);
      return sums;
    },
  };
}

/** Lists the processes of PostgreSQL besides the one that answers. */
export async function listPostgres(root: pg.Client): Promise<readonly Measured[]> {
  const { rows } = await root.query<Measured>(
    `select case when backend_type = 'client backend' then 'PostgreSQL of ' || usename else 'PostgreSQL itself' end as name, pid
       from pg_stat_activity where pid <> pg_backend_pid()`,
  );
  return rows;
}

export type StatementCost = {
  readonly role: string;
  readonly query: string;
  readonly calls: number;
  readonly ms: number;
};

/** The statements that took the server longest since the last reset; empty if the server does not count them. */
export async function readStatements(root: pg.Client | pg.Pool): Promise<readonly StatementCost[]> {
  const { rows } = await root.query<{ role: string; query: string; calls: string; ms: number }>(
    `select userid::regrole::text as role, regexp_replace(query, '\\s+', ' ', 'g') as query, calls,
            total_plan_time + total_exec_time as ms
       from pg_stat_statements order by total_plan_time + total_exec_time desc limit 25`,
  );
  return rows.map(({ calls, ...row }) => ({ ...row, calls: Number(calls) }));
}
