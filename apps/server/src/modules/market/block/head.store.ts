import type { Tick } from '@app/domain/market';
import type { Bytes, Head } from '@app/verifier';
import { sql } from 'kysely';
import type { Reader, Tx } from '../../../platform/db/database.ts';
import { type Span, toTicks } from './block.store.ts';
import type { Chain } from './block.ts';

/** Inserts a head; idempotent. */
export async function insertHead(tx: Tx, { number, hash, atMs }: Chain, lastTicks: Bytes): Promise<void> {
  await sql`
    insert into price_head (number, hash, at, last_ticks)
    values (${number}, ${Buffer.from(hash)}, ${new Date(atMs)}, ${Buffer.from(lastTicks)})
    on conflict (number) do nothing`.execute(tx);
}

export type KeptHead = Head & { readonly atMs: number };
type HeadRow = { number: bigint; hash: Buffer; at: Date };

/** Reads heads, newest first. */
export async function readHeads(db: Reader, limit: number): Promise<KeptHead[]> {
  const { rows } = await sql<HeadRow>`
    select number, hash, at from price_head order by number desc limit ${limit}`.execute(db);
  return rows.map(toHead);
}

export async function readHeadsWithin(db: Reader, { from, to }: Span): Promise<KeptHead[]> {
  const { rows } = await sql<HeadRow>`
    select number, hash, at from price_head where number between ${from} and ${to} order by number`.execute(db);
  return rows.map(toHead);
}

/** Finds the first head that covers a block. */
export async function findHeadFrom(db: Reader, number: number): Promise<KeptHead | undefined> {
  const { rows } = await sql<HeadRow>`
    select number, hash, at from price_head where number >= ${number} order by number limit 1`.execute(db);
  return rows[0] && toHead(rows[0]);
}

/** Finds the newest head, with the last tick of every market. */
export async function findNewestHead(
  db: Reader,
): Promise<(KeptHead & { readonly lastTicks: readonly Tick[] }) | undefined> {
  const { rows } = await sql<HeadRow & { last_ticks: Buffer }>`
    select number, hash, at, last_ticks from price_head order by number desc limit 1`.execute(db);
  return rows[0] && { ...toHead(rows[0]), lastTicks: toTicks(new Uint8Array(rows[0].last_ticks)) };
}

/** The last tick of every market as of some block. */
type Mark = { readonly number: number; readonly lastTicks: Bytes };

/** Finds a head strictly between two blocks, next to their middle on either side; undefined if there is none. */
export async function findMarkBetween(db: Reader, after: number, before: number): Promise<Mark | undefined> {
  const middle = Math.floor((after + before) / 2);
  const { rows } = await sql<{ number: bigint; last_ticks: Buffer }>`
    (select number, last_ticks from price_head
      where number > ${after} and number <= ${middle} order by number desc limit 1)
    union all
    (select number, last_ticks from price_head
      where number > ${middle} and number < ${before} order by number limit 1)
    limit 1`.execute(db);
  return rows[0] && { number: Number(rows[0].number), lastTicks: new Uint8Array(rows[0].last_ticks) };
}

const toHead = (row: HeadRow): KeptHead => ({
  number: Number(row.number),
  hash: new Uint8Array(row.hash),
  atMs: row.at.getTime(),
});
