import { sql } from 'kysely';
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

/** Refuses to start on an unsafe database; every process calls this first. */
export async function refuseUnsafeDatabase(db: Db): Promise<void> {
  const wrong = await findUnsafeSettings(db);
  if (wrong.length > 0) throw new Error(`unsafe database: ${wrong.join('; ')}`);
}
