import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { type Role, roleUrl } from './role-url.ts';

/** Template database, migrated once per run; every test file's database is a copy of it. */
export const TEMPLATE = 'tidemark_template';

export type FreshDatabase = { name: string; urlOf(role: Role): string; drop(): Promise<void> };

/**
 * Creates a migrated database for the caller. Copying a template takes a fraction of a second; migrating would take
 * longer.
 */
export const freshDatabase = (adminUrl: string): Promise<FreshDatabase> => copyDatabase(adminUrl, TEMPLATE);

/** Copies a database that nobody is connected to. */
export async function copyDatabase(adminUrl: string, template: string): Promise<FreshDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await runAsAdmin(adminUrl, `create database ${name} template ${template} owner migrate`);
  return {
    name,
    urlOf: (role) => roleUrl(adminUrl, role, name),
    drop: () => runAsAdmin(adminUrl, `drop database if exists ${name} with (force)`),
  };
}

async function runAsAdmin(adminUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
