import { firstIdAt } from '@app/base';
import type { Tick } from '@app/domain/market';
import { type Bytes, type Header, readInventories, readTicks } from '@app/verifier';
import { sql } from 'kysely';
import type { Reader, Tx } from '../../../platform/db/database.ts';
import type { PackedBlock, SealedBlock } from './block.ts';
import { packRoots, unpackRoots } from './roots.ts';

export type SignedHeader = Header & { readonly hash: Bytes; readonly signature: Bytes };
export type Span = { readonly from: number; readonly to: number };

type BlockRow = {
  number: bigint;
  version: number;
  at: Date;
  tick_count: number;
  key_id: string;
  root: Buffer;
  roots: Buffer;
  previous: Buffer;
  hash: Buffer;
  signature: Buffer;
};
type BodyRow = { number: bigint; body: Buffer; inventory: Buffer };

const NUMBER_BITS = 22n;

/** Returns the id of a block's ticks: its time selects the partition, its number makes it unique. */
const idOf = ({ atMs, number }: Pick<Header, 'atMs' | 'number'>): bigint =>
  firstIdAt(atMs) | BigInt.asUintN(Number(NUMBER_BITS), BigInt(number));

/** Inserts header and ticks in one statement; the database refuses a block that does not follow the last one. */
export async function insertBlock(tx: Tx, block: PackedBlock, seen: string): Promise<void> {
  const { version, number, atMs, count, keyId, root, roots, previous, hash, signature, body, inventory } = block;
  await sql`
    with ticks as (insert into price_ticks (id, number, body, inventory)
                   values (${idOf(block)}, ${number}, ${Buffer.from(body)}, ${Buffer.from(inventory)}))
    insert into price_block (version, number, at, tick_count, key_id, root, roots, previous, hash, signature, seen)
    values (${version}, ${number}, ${new Date(atMs)}, ${count}, ${keyId}, ${Buffer.from(root)},
            ${Buffer.from(packRoots(roots))}, ${Buffer.from(previous)}, ${Buffer.from(hash)}, ${Buffer.from(signature)},
            ${seen}::pg_snapshot)`.execute(tx);
}

const HEADER_COLUMNS = sql.raw('version, number, at, tick_count, key_id, root, roots, previous, hash, signature');

/** Reads headers in order. They are kept forever. */
export async function readHeaders(db: Reader, { from, to }: Span): Promise<SignedHeader[]> {
  const { rows } = await sql<BlockRow>`
    select ${HEADER_COLUMNS} from price_block
     where number between ${from} and ${to} order by number`.execute(db);
  return rows.map(toHeader);
}

export async function readLastHeader(db: Reader): Promise<SignedHeader | undefined> {
  const { rows } = await sql<BlockRow>`
    select ${HEADER_COLUMNS} from price_block
     order by number desc limit 1`.execute(db);
  return rows[0] && toHeader(rows[0]);
}

/** Reads the snapshot up to which a block and those before it sealed receipts; undefined for version 1. */
export async function readSeen(db: Reader, number: number): Promise<string | undefined> {
  const { rows } = await sql<{ seen: string | null }>`
    select seen::text from price_block where number = ${number}`.execute(db);
  return rows[0]?.seen ?? undefined;
}

/** Reads blocks in order, with their ticks; omits a block whose ticks are no longer kept. */
export const readBlocks = async (db: Reader, span: Span): Promise<SealedBlock[]> =>
  (await readPacked(db, span)).map(unpackBlock);

export const unpackBlock = (block: PackedBlock): SealedBlock => ({
  ...block,
  ticks: toTicks(block.body),
  inventories: readInventories(block.inventory),
});

/** Reads the same blocks for callers that need no ticks, or few: unpacking is most of the work. */
export async function readPacked(db: Reader, span: Span): Promise<PackedBlock[]> {
  const headers = await readHeaders(db, span);
  const { rows } = await sql<BodyRow>`
    select number, body, inventory from price_ticks where id = any(${headers.map(idOf)})`.execute(db);
  return withBodies(headers, rows);
}

/** Reads blocks including those whose ticks are retained longer because a receipt names one; with gaps between them. */
export async function readProvable(db: Reader, span: Span): Promise<PackedBlock[]> {
  const headers = await readHeaders(db, span);
  const { rows } = await sql<BodyRow>`
    select number, body, inventory from price_ticks where id = any(${headers.map(idOf)})
     union all
    select number, body, inventory from price_ticks_kept where number = any(${headers.map(({ number }) => number)})`.execute(
    db,
  );
  return withBodies(headers, rows);
}

function withBodies(headers: readonly SignedHeader[], rows: readonly BodyRow[]): PackedBlock[] {
  const bodies = new Map(rows.map((row) => [Number(row.number), row]));
  return headers.flatMap((header) => {
    const row = bodies.get(header.number);
    return row === undefined
      ? []
      : [{ ...header, body: new Uint8Array(row.body), inventory: new Uint8Array(row.inventory) }];
  });
}

/** Finds the oldest block whose ticks are still stored. */
async function findOldestKept(db: Reader): Promise<number | undefined> {
  const { rows } = await sql<{ number: bigint }>`select number from price_ticks order by id limit 1`.execute(db);
  return rows[0] && Number(rows[0].number);
}

/** Finds the first block after another whose ticks are still stored. */
export async function findKeptAfter(db: Reader, number: number): Promise<number | undefined> {
  const [header] = await readHeaders(db, { from: number, to: number });
  if (header === undefined) return await findOldestKept(db);
  const { rows } = await sql<{ number: bigint }>`
    select number from price_ticks where id > ${idOf(header)} order by id limit 1`.execute(db);
  return rows[0] && Number(rows[0].number);
}

/**
 * Drops ticks older than the given days; keeps the minute of the newest head, what follows it, and ticks that a receipt
 * names.
 */
export async function dropTicks(db: Reader, days: number): Promise<void> {
  await sql`select price_ticks_drop(${days}::int)`.execute(db);
}

/** Unpacks a body into ticks. The verifier has no branded types; its prices use the same eighteen decimals. */
export const toTicks = (body: Bytes): Tick[] => readTicks(body) as readonly unknown[] as Tick[];

const toHeader = (row: BlockRow): SignedHeader => ({
  version: row.version,
  number: Number(row.number),
  atMs: row.at.getTime(),
  count: row.tick_count,
  keyId: row.key_id,
  root: new Uint8Array(row.root),
  roots: unpackRoots(row.roots),
  previous: new Uint8Array(row.previous),
  hash: new Uint8Array(row.hash),
  signature: new Uint8Array(row.signature),
});
