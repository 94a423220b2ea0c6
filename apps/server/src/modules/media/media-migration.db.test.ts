import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { expect, it } from 'vitest';
import { atTheEnd, openTestbed } from '../../../test/testbed.ts';

const FOLDER = resolve(import.meta.dirname, '../../../migrations');
const OURS = '0035_media_purpose.sql';

/** Creates a database as it was before purposes existed. */
async function openOldDatabase(): Promise<pg.Client> {
  const testbed = await openTestbed('app', 2);
  const name = `${testbed.database.name}_old`;
  const root = await testbed.bare('postgres');
  await root.query(`create database ${name} owner migrate`);
  const url = new URL(testbed.database.urlOf('migrate'));
  url.pathname = `/${name}`;
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  atTheEnd(async () => {
    await client.end();
    await root.query(`drop database ${name} with (force)`);
  });
  const names = (await readdir(FOLDER)).filter((file) => /^\d{4}_/.test(file) && file < OURS).sort();
  for (const file of names) await client.query(await readFile(join(FOLDER, file), 'utf8'));
  return client;
}

it('given portraits from before purposes, when the migration runs, then they are in use, and other uploads are not', async () => {
  const client = await openOldDatabase();
  const [portrait, upload, sealed] = ['p', 'u', 's'].map((letter) => letter.repeat(22));
  await client.query(
    `insert into media_file (id, owner_id, mode, content_type, byte_size, width, height, sha256, key_id, wrapped_key)
     values ($1, 5, 'public', '', 1, 1, 1, '', null, null), ($2, 5, 'public', '', 1, 1, 1, '', null, null),
            ($3, 5, 'sealed', '', 1, 1, 1, '', 'k', 'k')`,
    [portrait, upload, sealed],
  );
  await client.query(
    `insert into user_account (id, email, password_hash, nickname, invite_code, risk_text_version, avatar_id)
     values (5, 'a@example.com', '$argon2id$test', 'Test', 'TEST', 1, $1)`,
    [portrait],
  );
  await client.query(await readFile(join(FOLDER, OURS), 'utf8'));
  const { rows } = await client.query('select id, purpose, used_by from media_file order by id');
  expect(rows).toEqual([
    { id: portrait, purpose: 'avatar', used_by: 'portrait:5' },
    { id: sealed, purpose: 'identity', used_by: 'before purposes' },
    { id: upload, purpose: 'avatar', used_by: null },
  ]);
});
