import { sql } from 'kysely';
import type { HealthCheck } from '../process/health.ts';
import type { Log } from '../process/log.ts';
import type { Db } from './database.ts';

const REQUIRED = {
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  data_checksums: 'on',
  data_sync_retry: 'off',
} as const;

const VERSION_MIN = 150_000;

/** Returns the settings with which a database could lose an acknowledged commit; empty if it is safe. */
export async function findUnsafeSettings(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string; setting: string }>`
    select name, setting from pg_settings where name = any(${[...Object.keys(REQUIRED), 'server_version_num']})`.execute(
    db,
  );
  const actual = new Map(rows.map((row) => [row.name, row.setting]));
  const wrong = Object.entries(REQUIRED)
    .filter(([name, value]) => !isSafe(name, actual.get(name), value))
    .map(([name, value]) => `${name} is ${actual.get(name) ?? 'unknown'}, must be ${value}`);
  if (Number(actual.get('server_version_num')) < VERSION_MIN) wrong.push('PostgreSQL 15 or newer is needed');
  return wrong;
}

/** Whether a setting is safe; with a synchronous standby `remote_apply` is stronger than `on`. */
const isSafe = (name: string, actual: string | undefined, required: string) =>
  actual === required || (name === 'synchronous_commit' && actual === 'remote_apply');

/** Throws on an unsafe database; for a program that ends soon. */
export async function refuseUnsafeDatabase(db: Db): Promise<void> {
  const found = await findUnsafeSettings(db);
  if (found.length > 0) throw new Error(`unsafe database: ${found.join('; ')}`);
}

export type Guarding = {
  readonly log: Log;
  /** Milliseconds between two readings. */
  readonly everyMs: number;
  /** What to do once the database is unsafe; ends the process unless a test replaces it. */
  readonly onUnsafe?: () => void;
};

/**
 * Refuses to start on an unsafe database, and ends the process when it becomes unsafe later: most of these settings can
 * be changed by a reload. It ends at once and answers nothing more, because an answer would promise durability; the
 * restarted process refuses to start until the setting is repaired. Every process calls this first. Returns its health
 * check, which reads the settings again.
 */
export async function guardDatabase(db: Db, { log, everyMs, onUnsafe = endProcess }: Guarding): Promise<HealthCheck> {
  await refuseUnsafeDatabase(db);
  const timer = setInterval(() => void readAgain(), everyMs).unref();
  const readAgain = async () => {
    // A database that cannot be asked commits nothing either; the next reading decides.
    const unsafe = await findUnsafeSettings(db).catch(() => []);
    if (unsafe.length === 0) return;
    clearInterval(timer);
    log.error({ unsafe }, 'database.unsafe');
    onUnsafe();
  };
  return () => findUnsafeSettings(db);
}

const endProcess = () => process.exit(1);
