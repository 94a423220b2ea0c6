import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';

/** Cost of a period, extrapolated to an hour; a core that is never idle is 1. */
export type Cost = {
  readonly walBytesAnHour: number;
  /** Difference between the two halves; smaller differences are indistinguishable from noise. */
  readonly walNoise: number;
  readonly engineCores: number;
  readonly engineBackendCores: number;
  readonly postgresCores: number;
};

type Watched = { readonly url: string; readonly postgresPid: number; readonly enginePid: number | undefined };

const MS_PER_TICK = 10;
const HOUR_MS = 3_600_000;

/** Measures the cost of a period. Starts with a checkpoint, so that full-page writes are comparable between periods. */
export async function measure({ url, postgresPid, enginePid }: Watched, ms: number): Promise<Cost> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('checkpoint');
    const before = await read(client, { postgresPid, enginePid });
    const startedMs = performance.now();
    await pause(ms / 2);
    const half = await read(client, { postgresPid, enginePid });
    await pause(ms / 2);
    const after = await read(client, { postgresPid, enginePid });
    const tookMs = performance.now() - startedMs;
    const anHour = (bytes: number) => (bytes * HOUR_MS) / tookMs;
    const cores = (of: 'engine' | 'backends' | 'postgres') => (after[of] - before[of]) / tookMs;
    return {
      walBytesAnHour: anHour(after.wal - before.wal),
      walNoise: Math.abs(anHour(after.wal - half.wal) - anHour(half.wal - before.wal)),
      engineCores: cores('engine'),
      engineBackendCores: cores('backends'),
      postgresCores: cores('postgres'),
    };
  } finally {
    await client.end();
  }
}

async function read(client: pg.Client, { postgresPid, enginePid }: Omit<Watched, 'url'>) {
  const wal = await client.query<{ bytes: string }>(
    `select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0') as bytes`,
  );
  const backends = await client.query<{ pid: number }>(`select pid from pg_stat_activity where usename = 'engine'`);
  return {
    wal: Number(wal.rows[0]?.bytes),
    engine: enginePid === undefined ? 0 : cpuMsOf(enginePid),
    backends: backends.rows.reduce((sum, { pid }) => sum + cpuMsOf(pid), 0),
    postgres: childrenOf(postgresPid).reduce((sum, pid) => sum + cpuMsOf(pid), 0),
  };
}

/** Returns the fields after the process name, which may contain spaces and brackets. */
function statOf(pid: number): readonly string[] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return []; // Process ended.
  }
}

const cpuMsOf = (pid: number): number => {
  const fields = statOf(pid);
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * MS_PER_TICK;
};

const childrenOf = (parent: number): readonly number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => Number(statOf(pid)[1]) === parent);
