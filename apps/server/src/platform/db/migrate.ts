import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import pg from 'pg';

const FOLDER = resolve(import.meta.dirname, '../../../migrations');
const NUMBERED = /^(\d{4})_[a-z0-9_]+\.sql$/;
/** Arbitrary number, the same for all runners. */
const RUNNER_LOCK = 7_206_001;

/** Creates the roles and the database. Run by an administrator of the cluster; safe to repeat. */
export async function prepareCluster(adminUrl: string, database: string): Promise<void> {
  await withClient(adminUrl, async (client) => {
    await client.query('select pg_advisory_lock($1)', [RUNNER_LOCK]);
    await client.query(await readFile(join(FOLDER, 'roles.sql'), 'utf8'));
    const { rowCount } = await client.query('select from pg_database where datname = $1', [database]);
    if (rowCount === 0) await client.query(`create database ${client.escapeIdentifier(database)} owner migrate`);
  });
}

/** Applies missing migrations, each file in one transaction, and refuses a file that changed after it was applied. */
export async function migrate(url: string): Promise<string[]> {
  return await withClient(url, async (client) => {
    await client.query('select pg_advisory_lock($1)', [RUNNER_LOCK]);
    await client.query(`create table if not exists migration
      (name text primary key, sha256 text not null, at timestamptz not null default clock_timestamp())`);
    const { rows } = await client.query<{ name: string; sha256: string }>('select name, sha256 from migration');
    const applied = new Map(rows.map((row) => [row.name, row.sha256]));
    const fresh: string[] = [];
    for (const { name, text, sha256 } of await readMigrations()) {
      const known = applied.get(name);
      if (known !== undefined && known !== sha256) throw new Error(`${name} was changed after it was applied`);
      if (known !== undefined) continue;
      await client.query('begin');
      await client.query(text);
      await client.query('insert into migration (name, sha256) values ($1, $2)', [name, sha256]);
      await client.query('commit');
      fresh.push(name);
    }
    return fresh;
  });
}

async function readMigrations() {
  const names = (await readdir(FOLDER)).filter((name) => NUMBERED.test(name)).sort();
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(join(FOLDER, name), 'utf8');
      return { name, text, sha256: createHash('sha256').update(text).digest('hex') };
    }),
  );
}

async function withClient<Value>(url: string, work: (client: pg.Client) => Promise<Value>): Promise<Value> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
