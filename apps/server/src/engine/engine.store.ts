import { sql } from 'kysely';
import { arrayText } from '../platform/db/array-text.ts';
import type { Reader, Tx } from '../platform/db/database.ts';
import { keyLock } from '../platform/db/idempotency.ts';

export type KeyClaim = { readonly key: string; readonly userId: bigint };
export type Recorded = {
  readonly key: string;
  readonly user_id: bigint;
  readonly route: string;
  readonly hash: string;
  readonly answer: unknown;
};

/** Finds the commands of a batch that already took effect. `offset 0`: whatever the plan, one lookup for each key. */
export async function findRecords(tx: Tx, claims: readonly KeyClaim[]): Promise<readonly Recorded[]> {
  if (claims.length === 0) return [];
  const { rows } = await sql<Recorded>`
    select i.key::text, i.user_id, i.route, encode(i.body_hash, 'hex') as hash, i.answer
      from unnest(${arrayText(claims.map(({ key }) => key))}::uuid[], ${arrayText(claims.map(({ userId }) => userId))}::bigint[])
        as n (key, user_id)
           cross join lateral (
             select * from idempotency own where own.key = n.key and own.user_id = n.user_id offset 0) i`.execute(tx);
  return rows;
}

/**
 * Locks the keys of a batch that no other engine or request is executing now, until the transaction ends. Never waits.
 * Runs in a statement before `findRecords`, so that `findRecords` sees records committed by others.
 */
export async function claimKeys(tx: Tx, claims: readonly KeyClaim[]): Promise<ReadonlySet<string>> {
  if (claims.length === 0) return new Set();
  const { rows } = await sql<{ name: string }>`
    select n.user_id || ':' || n.key as name
      from unnest(${arrayText(claims.map(({ key }) => key))}::uuid[], ${arrayText(claims.map(({ userId }) => userId))}::bigint[])
        as n (key, user_id)
     where pg_try_advisory_xact_lock(${keyLock(sql`n.key`, sql`n.user_id`)})`.execute(tx);
  return new Set(rows.map(({ name }) => name));
}

export type NewRecord = KeyClaim & { readonly route: string; readonly hash: string; readonly answer: unknown };

/**
 * Inserts records in the transaction of the effects. An existing record means another process wrote it, and the whole
 * transaction fails.
 */
export async function insertRecords(tx: Tx, records: readonly NewRecord[]): Promise<void> {
  if (records.length === 0) return;
  await sql`
    insert into idempotency (key, user_id, route, body_hash, answer)
    select key, user_id, route, decode(hash, 'hex'), answer
      from unnest(${arrayText(records.map(({ key }) => key))}::uuid[], ${arrayText(records.map(({ userId }) => userId))}::bigint[],
                  ${records.map(({ route }) => route)}::text[], ${arrayText(records.map(({ hash }) => hash))}::text[],
                  ${records.map(({ answer }) => JSON.stringify(answer))}::jsonb[]) as n (key, user_id, route, hash, answer)`.execute(
    tx,
  );
}

export type InboxRow = { readonly id: bigint; readonly command: unknown };

/** Reads guaranteed work of a shard, oldest first, except rows that are known. */
export async function readInbox(
  reader: Reader,
  shard: string,
  { known, limit }: { readonly known: readonly bigint[]; readonly limit: number },
): Promise<readonly InboxRow[]> {
  const { rows } = await sql<InboxRow>`
    select id, command from engine_inbox
     where shard = ${shard} and id <> all(${arrayText(known)}::bigint[]) order by id limit ${limit}`.execute(reader);
  return rows;
}

const ROWS_A_READ = 5_000;

/** Reads all guaranteed work of a shard, oldest first. */
export async function readWholeInbox(reader: Reader, shard: string): Promise<InboxRow[]> {
  const all: InboxRow[] = [];
  for (let after = 0n; ; after = all.at(-1)?.id ?? after) {
    const { rows } = await sql<InboxRow>`
      select id, command from engine_inbox where shard = ${shard} and id > ${after} order by id limit ${ROWS_A_READ}`.execute(
      reader,
    );
    all.push(...rows);
    if (rows.length < ROWS_A_READ) return all;
  }
}

/** Writes guaranteed work for a shard, in the transaction that causes it. */
export async function insertInbox(tx: Tx, shard: string, rows: readonly InboxRow[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    insert into engine_inbox (id, shard, command)
    select id, ${shard}, command
      from unnest(${arrayText(rows.map(({ id }) => id))}::bigint[],
                  ${rows.map(({ command }) => JSON.stringify(command))}::jsonb[]) as n (id, command)`.execute(tx);
}

/** Finds the inbox rows that are still unhandled. */
export async function findInbox(tx: Tx, ids: readonly bigint[]): Promise<ReadonlySet<bigint>> {
  const { rows } = await sql<{ id: bigint }>`
    select id from engine_inbox where id = any(${arrayText(ids)}::bigint[])`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}

/** Deletes inbox rows in the transaction that executed them or refused them for good. */
export async function deleteInbox(tx: Tx, ids: readonly bigint[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`delete from engine_inbox where id = any(${arrayText(ids)}::bigint[])`.execute(tx);
}

export type DeadCommand = {
  readonly id: bigint;
  readonly shard: string;
  readonly command: unknown;
  readonly error: string;
};

export async function insertDeadCommand(tx: Tx, { id, shard, command, error }: DeadCommand): Promise<void> {
  await sql`insert into engine_dead_command (id, shard, command, error)
            values (${id}, ${shard}, ${JSON.stringify(command)}, ${error})`.execute(tx);
}

/** Reads the number of the last block whose effects are in the shard's rows. */
export async function readCursor(reader: Reader, shard: string): Promise<number | undefined> {
  const { rows } = await sql<{ block: bigint }>`select block from engine_cursor where shard = ${shard}`.execute(reader);
  return rows[0] && Number(rows[0].block);
}

export async function writeCursor(tx: Tx, shard: string, block: number): Promise<void> {
  await sql`insert into engine_cursor (shard, block) values (${shard}, ${block})
            on conflict (shard) do update set block = excluded.block, at = app_now()`.execute(tx);
}
