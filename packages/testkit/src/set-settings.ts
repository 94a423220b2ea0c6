import pg from 'pg';
import type { FreshDatabase } from './fresh-database.ts';

/** Writes the next version of settings by their keys, encoded. Processes read them within a second. */
export async function setSettings(
  database: Pick<FreshDatabase, 'urlOf'>,
  settings: Readonly<Record<string, unknown>>,
): Promise<void> {
  const root = new pg.Client({ connectionString: database.urlOf('postgres') });
  await root.connect();
  for (const [key, value] of Object.entries(settings))
    await root.query(
      `insert into setting (key, version, value, set_by, approved_by, reason)
       select $1, coalesce(max(version), 0) + 1, $2::jsonb, 'test', '{test}', 'test' from setting where key = $1`,
      [key, JSON.stringify(value)],
    );
  await root.end();
}
