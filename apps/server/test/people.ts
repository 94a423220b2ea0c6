import { randomBytes } from 'node:crypto';
import type { Mode, Route } from '@app/protocol';
import { startStepUp } from '@app/protocol/auth';
import type { ApiTestbed } from './api-testbed.ts';
import { PASSWORD_HASH } from './auth-testbed.ts';
import { insertPosition } from './contract-rows.ts';
import { insertBet } from './seconds-rows.ts';

/** User with a session, inserted directly into the tables: hashing passwords would take longer than the tests. */
export type Person = { readonly id: bigint; readonly email: string; readonly session: bigint; readonly token: string };

let people = 0;

/** A trade password that nobody knows: it can be required, and a challenge can be marked as proven by it. */
const UNKNOWN_TRADE_PASSWORD = `test:${'A'.repeat(43)}`;

/** Gives a user a trade password, without which actions that need it cannot be started. */
export const giveTradePassword = ({ root }: Pick<ApiTestbed, 'root'>, userId: bigint) =>
  root.query(`update user_account set trade_password_sealed = $2 where id = $1`, [userId, UNKNOWN_TRADE_PASSWORD]);

export async function newPerson(testbed: ApiTestbed, mode: Mode = 'real'): Promise<Person> {
  people += 1;
  const id = testbed.nextId();
  const email = `person-${people}@example.com`;
  await testbed.root.query(
    `insert into user_account (id, email, password_hash, nickname, invite_code, risk_text_version, country)
     values ($1, $2, $4, 'Test', $3, 1, 'DE')`,
    [id, email, `PERSON${people}`, PASSWORD_HASH],
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
  const dumpOf = ([table, where]: (typeof wheres)[number]) =>
    `select '${table}' as table, coalesce(jsonb_agg(to_jsonb(t) order by to_jsonb(t)::text), '[]')::text as rows
       from ${table} t where ${where}`;
  // One statement: with one for each table, most of the time would pass between them.
  const { rows } = await root.query<{ table: string; rows: string }>(wheres.map(dumpOf).join(' union all '));
  return Object.fromEntries(rows.map(({ table, rows: found }) => [table, found]));
}

/** Inserts a locked quote of 100 USDT into BTC in real mode, which its owner can use for ten minutes. */
export async function addQuote({ root, nextId }: Pick<ApiTestbed, 'root' | 'nextId'>, userId: bigint): Promise<string> {
  const id = String(nextId());
  const leg = { currency: 'BTC', symbol: 'BTC/USDT', market: 1, seq: 1, price: '100000', block: 1 };
  await root.query(
    `insert into convert_quote (id, user_id, book, account, from_currency, to_currency, amount, received, from_price, to_price,
                                legs, spread_rate, lock_seconds, terms, freshness, max_age_ms, quoted_at, expires_at)
     values ($1, $2, 'real', 'wallet', 'USDT', 'BTC', 100, 0.000998, 1, 100000, $3, 0.002, 600, 0, 0, 5000, now(),
             now() + interval '10 minutes')`,
    [id, userId, JSON.stringify([leg])],
  );
  return id;
}

/** Inserts an open position of real mode. */
export async function addPosition(
  { root, nextId }: Pick<ApiTestbed, 'root' | 'nextId'>,
  userId: bigint,
): Promise<string> {
  const id = nextId();
  await insertPosition(root, { id, user_id: userId });
  return String(id);
}

/** Inserts an open bet of real mode. */
export async function addBet({ root, nextId }: Pick<ApiTestbed, 'root' | 'nextId'>, userId: bigint): Promise<string> {
  const id = nextId();
  await insertBet(root, { id, user_id: userId });
  return String(id);
}

const ALL_FACTORS = ['trade_password', 'code', 'google_code', 'passkey'];

/** Creates a challenge of this user for exactly this call, with every available factor proven. */
export async function proveCall(
  { send, root }: ApiTestbed,
  { token }: Pick<Person, 'token'>,
  route: Route,
  fields: Readonly<Record<string, unknown>>,
): Promise<string> {
  const { challenge: _challenge, ...rest } = fields;
  const request = { path: route.path, fields: JSON.stringify(rest) };
  const { challenge } = (await send(startStepUp, request, token)).json().data;
  await root.query(`update step_up set proven = $2 where id = $1`, [challenge, ALL_FACTORS]);
  return challenge;
}

/** Inserts a saved withdrawal address. */
export async function addAddress(
  { root, nextId }: Pick<ApiTestbed, 'root' | 'nextId'>,
  userId: bigint,
): Promise<string> {
  const id = String(nextId());
  await root.query(
    `insert into payee_address (id, user_id, slot, currency, chain, address, ends, name, usable_at)
     values ($1, $2, 1, 'BTC', 'BTC', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', '1a1z…vfna', 'Cold', now() + interval '1 day')`,
    [id, userId],
  );
  return id;
}
