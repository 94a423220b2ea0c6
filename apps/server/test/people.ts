import { randomBytes } from 'node:crypto';
import type { Mode } from '@app/protocol';
import type { ApiTestbed } from './api-testbed.ts';

/** User with a session, inserted directly into the tables: hashing passwords would take longer than the tests. */
export type Person = { readonly id: bigint; readonly email: string; readonly session: bigint; readonly token: string };

let people = 0;

export async function newPerson(testbed: ApiTestbed, mode: Mode = 'real'): Promise<Person> {
  people += 1;
  const id = testbed.nextId();
  const email = `person-${people}@example.com`;
  await testbed.root.query(
    `insert into user_account (id, email, password_hash, nickname, invite_code, risk_text_version)
     values ($1, $2, '$argon2id$test', 'Test', $3, 1)`,
    [id, email, `PERSON${people}`],
  );
  return { id, email, ...(await newSession(testbed, id, mode)) };
}

/** Opens one more session of a user. */
export async function newSession({ nextId, root }: ApiTestbed, userId: bigint, mode: Mode = 'real') {
  const session = nextId();
  await root.query(
    `insert into session (id, user_id, book, signed_in_at, ip, user_agent)
     values ($1, $2, $3, now(), '127.0.0.1', 'lightMyRequest')`, // As the server sees the tests.
    [session, userId, mode],
  );
  return { session, token: await newToken({ root }, session) };
}

/** Issues one more token of a session. */
export async function newToken({ root }: Pick<ApiTestbed, 'root'>, session: bigint): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await root.query(`insert into session_token (token_hash, session_id) values (sha256(convert_to($1, 'UTF8')), $2)`, [
    token,
    session,
  ]);
  return token;
}

/** Dumps all rows about a user from every table: another user's call must not change them. */
export async function dumpPerson(
  { root }: ApiTestbed,
  { id, email }: Person,
): Promise<Readonly<Record<string, string>>> {
  const { rows: owned } = await root.query<{ table: string; column: string }>(
    `select c.relname as table, a.attname as column
       from pg_class c join pg_attribute a on a.attrelid = c.oid join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition
        and a.attname in ('user_id', 'owner_id') and not a.attisdropped order by 1, 2`,
  );
  const wheres = [
    ...owned.map(({ table, column }) => [table, `${column} = ${id}`] as const),
    ['user_account', `id = ${id}`],
    ['session_token', `session_id in (select id from session where user_id = ${id})`],
    [
      'one_time_code',
      `account = '${email}' or account in (select 'challenge:' || id from step_up where user_id = ${id})`,
    ],
    ['message_job', `recipient = '${email}'`],
    ['attempt', `key like '%${email}' or key like '%:${id}'`],
    ['ledger_account', `owner = 'user:${id}'`],
  ] as const;
  const dump: Record<string, string> = {};
  for (const [table, where] of wheres) {
    const { rows } = await root.query(
      `select coalesce(jsonb_agg(to_jsonb(t) order by to_jsonb(t)::text), '[]')::text as rows from ${table} t where ${where}`,
    );
    dump[table] = rows[0].rows;
  }
  return dump;
}
