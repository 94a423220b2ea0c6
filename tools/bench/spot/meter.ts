import { readFileSync } from 'node:fs';
import type pg from 'pg';
import { type Arena, SHARD } from './testbed.ts';

/** Time of a shard since it started: seconds by phase, batches, and commands in them. */
export type EngineFigures = {
  readonly seconds: ReadonlyMap<string, number>;
  readonly batches: number;
  readonly commands: number;
};

export async function readFigures({ engine }: Pick<Arena, 'engine'>, shard = SHARD): Promise<EngineFigures> {
  const text = await (await fetch(`http://127.0.0.1:${engine.port}/metrics`)).text();
  const values = new Map(
    text.split('\n').map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]),
  );
  const of = (name: string, labels: string) => values.get(`${name}{shard="${shard}"${labels}}`) ?? 0;
  const phases = ['lock', 'decide', 'write', 'commit'];
  return {
    seconds: new Map(phases.map((phase) => [phase, of('engine_phase_seconds_sum', `,phase="${phase}"`)])),
    batches: of('engine_batch_commands_count', ''),
    commands: of('engine_batch_commands_sum', ''),
  };
}

/** Garbage collections of the engine so far, by kind: their number, and seconds in which nothing else ran. */
export async function readCollections({ engine }: Pick<Arena, 'engine'>) {
  const text = await (await fetch(`http://127.0.0.1:${engine.port}/metrics`)).text();
  const lines = text.matchAll(/^nodejs_gc_duration_seconds_(count|sum)\{.*?kind="(\w+)".*?\} (\S+)$/gm);
  const byKind = new Map<string, { count: number; sum: number }>();
  for (const [, of = '', kind = '', value] of lines) {
    const figures = byKind.get(kind) ?? { count: 0, sum: 0 };
    byKind.set(kind, { ...figures, [of]: Number(value) });
  }
  return byKind;
}

/**
 * Reads CPU milliseconds: the engine, its connection's server process, and this process, which runs all the clients.
 */
export async function readCpu(
  { engine, root }: Pick<Arena, 'engine' | 'root'>,
  shard = SHARD,
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await root.query<{ pid: number }>(
    `select pid from pg_stat_activity where application_name = $1 and datname = current_database()`,
    [shard],
  );
  const server = rows.reduce((sum, { pid }) => sum + cpuMsOf(pid), 0);
  return new Map([
    ['engine', cpuMsOf(engine.pid)],
    ['PostgreSQL', server],
    ['clients', cpuMsOf(process.pid)],
  ]);
}

/** Clock tick in which Linux counts CPU time, on all common machines. */
const MS_PER_TICK = 10;

/**
 * Reads the CPU time of a process so far from /proc: after the name, which may contain spaces and brackets, fields
 * twelve and thirteen.
 */
export function cpuMsOf(pid: number): number {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * MS_PER_TICK;
}

/** Returns the current position of the write-ahead log, in bytes. */
export async function readWal(root: pg.Pool): Promise<number> {
  const { rows } = await root.query<{ bytes: string }>(`select pg_current_wal_flush_lsn() - '0/0' as bytes`);
  return Number(rows[0]?.bytes);
}

/** Returns how much of a WAL range is full-page images, logged once after each checkpoint; NaN if unavailable. */
export async function readPageImages(root: pg.Pool, from: number, to: number): Promise<number> {
  try {
    await root.query('create extension if not exists pg_walinspect');
    const { rows } = await root.query<{ bytes: string }>(
      `select sum(fpi_size) as bytes from pg_get_wal_stats('0/0'::pg_lsn + $1::numeric, '0/0'::pg_lsn + $2::numeric)`,
      [from, to],
    );
    return Number(rows[0]?.bytes);
  } catch {
    return Number.NaN; // This server lacks the extension.
  }
}

/** Returns the bytes on disk of everything an order leaves behind; balances change in place and are left out. */
export async function readStored(root: pg.Pool): Promise<ReadonlyMap<string, number>> {
  const { rows } = await root.query<{ name: string; bytes: string }>(
    `select parent as name, sum(pg_total_relation_size(relid)) as bytes
       from unnest(array['spot_order', 'spot_fill', 'ledger_transfer', 'ledger_entry', 'idempotency', 'outbox']) parent
       cross join lateral (select relid from pg_partition_tree(parent::regclass) union select parent::regclass) part
      group by parent`,
  );
  return new Map(rows.map(({ name, bytes }) => [name, Number(bytes)]));
}
