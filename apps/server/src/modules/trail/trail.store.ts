import { expectDefined } from '@app/base';
import { type RawBuilder, sql } from 'kysely';
import type { Reader, Tx } from '../../platform/db/database.ts';

type NewRow = {
  readonly action: string;
  readonly subject: string;
  readonly reason: string;
  readonly details: string;
};

/** Adds a row for the owner of the session, whom the database finds out. */
export async function insertRow(
  tx: Tx,
  tokenHash: Buffer,
  { action, subject, reason, details }: NewRow,
): Promise<bigint> {
  const { rows } = await sql<{ id: bigint }>`
    select trail_note(${tokenHash}, ${action}, ${subject}, ${reason}, ${details}) as id`.execute(tx);
  return expectDefined(rows[0], 'the new row').id;
}

export type TrailRow = {
  id: bigint;
  at: Date;
  actor: string;
  action: string;
  subject: string;
  reason: string;
  details: string;
  seq: bigint;
  hash: Buffer;
};
export type TrailFilter = {
  readonly actor?: string | undefined;
  readonly action?: string | undefined;
  readonly subject?: string | undefined;
};
type Span = { readonly before: bigint | undefined; readonly limit: number };

/**
 * Reads rows that match, newest first. The link of each is looked up by its key: joined, all links before the page would be
 * read to reach it.
 */
export async function readRows(db: Reader, filter: TrailFilter, { before, limit }: Span): Promise<TrailRow[]> {
  const conditions: RawBuilder<unknown>[] = [
    ...(filter.actor === undefined ? [] : [sql`t.actor = ${filter.actor}`]),
    ...(filter.action === undefined ? [] : [sql`t.action = ${filter.action}`]),
    ...(filter.subject === undefined ? [] : [sql`t.subject = ${filter.subject}`]),
    ...(before === undefined ? [] : [sql`t.id < ${before}`]),
  ];
  const where = conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);
  const { rows } = await sql<TrailRow>`
    select t.id, t.at, t.actor, t.action, t.subject, t.reason, t.details, l.seq, l.hash
      from trail t cross join lateral (select k.seq, k.hash from trail_link k where k.row_id = t.id offset 0) l
     where ${where} order by t.id desc limit ${limit}`.execute(db);
  return rows;
}

export type Head = { readonly seq: bigint; readonly hash: Buffer };

export async function readHead(db: Reader): Promise<Head | undefined> {
  const { rows } = await sql<Head>`select seq, hash from trail_link order by seq desc limit 1`.execute(db);
  return rows[0];
}

/** A link with what it links, as the database has it; its fields are null where the row is gone. */
export type LinkedRow = {
  seq: bigint;
  row_id: bigint;
  previous: Buffer;
  hash: Buffer;
  /** Microseconds since 1970. */
  at_us: bigint | null;
  actor: string | null;
  action: string | null;
  subject: string | null;
  reason: string | null;
  details: string | null;
};

export async function readLinks(db: Reader, after: bigint, limit: number): Promise<LinkedRow[]> {
  const { rows } = await sql<LinkedRow>`
    select l.seq, l.row_id, l.previous, l.hash, (extract(epoch from t.at) * 1000000)::bigint as at_us,
           t.actor, t.action, t.subject, t.reason, t.details
      from trail_link l left join trail t on t.id = l.row_id
     where l.seq > ${after} order by l.seq limit ${limit}`.execute(db);
  return rows;
}

/** Reads the ids of rows without a link: whoever wrote them evaded the trigger. */
export async function readUnlinked(db: Reader, limit: number): Promise<bigint[]> {
  const { rows } = await sql<{ id: bigint }>`
    select t.id from trail t where not exists (select from trail_link l where l.row_id = t.id)
     order by t.id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

export type Seal = { block: bigint; seq: bigint; hash: Buffer; at: Date };

export async function readSeals(db: Reader, limit: number): Promise<Seal[]> {
  const { rows } = await sql<Seal>`
    select s.block, s.seq, s.hash, b.at from trail_seal s join price_block b on b.number = s.block
     order by s.block desc limit ${limit}`.execute(db);
  return rows;
}

export async function insertSeal(tx: Tx, block: number, { seq, hash }: Head): Promise<void> {
  await sql`insert into trail_seal (block, seq, hash) values (${block}, ${seq}, ${hash})`.execute(tx);
}

type CheckRow = { at: Date; rows: bigint; faults: string[] };

export async function readLastCheck(db: Reader): Promise<CheckRow | undefined> {
  const { rows } = await sql<CheckRow>`select at, rows, faults from trail_check order by id desc limit 1`.execute(db);
  return rows[0];
}

export async function insertCheck(tx: Reader, checked: bigint, faults: readonly string[]): Promise<void> {
  await sql`insert into trail_check (rows, faults) values (${checked}, ${faults}::text[])`.execute(tx);
}
