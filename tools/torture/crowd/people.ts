import { randomBytes } from 'node:crypto';
import { openDatabase } from '@app/server/platform/db/database';
import { claimWriter } from '@app/server/platform/db/writer';
import { openLog } from '@app/server/platform/process/log';
import { type FreshDatabase, fundAccounts } from '@app/testkit';
import { withClient } from '../rig.ts';

export type Person = { readonly id: string; readonly token: string };

/** Initial balances of each user, in demo money. */
const EACH = { USDT: '200000', BTC: '2', ETH: '40', SOL: '800' } as const;

/** Inserts users directly and set-based, because hashing passwords would take longer than the run. */
export async function makePeople(database: FreshDatabase, count: number): Promise<readonly Person[]> {
  const { db, close } = openDatabase({ url: database.urlOf('app'), name: 'crowd' }, openLog('crowd', 'silent'));
  const nextId = await claimWriter(db);
  const people = Array.from({ length: count }, () => ({
    id: String(nextId()),
    session: String(nextId()),
    token: randomBytes(32).toString('base64url'),
  }));
  await insertPeople(database.urlOf('postgres'), people);
  const gifts = Object.entries(EACH).flatMap(([currency, amount], n) =>
    people.map(({ id }) => ({ userId: BigInt(id), kind: 'exchange', currency, amount, ref: `demo:${id}:${n + 1}` })),
  );
  await fundAccounts(database, 'demo', gifts);
  await close();
  return people.map(({ id, token }) => ({ id, token }));
}

type Row = Person & { readonly session: string };

async function insertPeople(url: string, people: readonly Row[]): Promise<void> {
  const ids = people.map(({ id }) => id);
  const sessions = people.map(({ session }) => session);
  const tokens = people.map(({ token }) => token);
  await withClient(url, async (client) => {
    await client.query(
      `insert into user_account (id, email, password_hash, nickname, invite_code, risk_text_version, demo_round, demo_granted_at)
     select id, 'crowd-' || id || '@example.com', '$argon2id$test', 'Crowd', 'C' || id, 1, ${Object.keys(EACH).length}, now() from unnest($1::bigint[]) as n (id)`,
      [ids],
    );
    await client.query(
      `insert into session (id, user_id, book, signed_in_at, ip, user_agent)
     select session, id, 'demo', now(), '127.0.0.1', 'crowd' from unnest($1::bigint[], $2::bigint[]) as n (id, session)`,
      [ids, sessions],
    );
    await client.query(
      `insert into session_token (token_hash, session_id)
     select sha256(convert_to(token, 'UTF8')), session from unnest($1::bigint[], $2::text[]) as n (session, token)`,
      [sessions, tokens],
    );
  });
}
