import { expectDefined } from '@app/base';
import type { Mode } from '@app/domain/ledger';
import { EARLIER_MAX } from '@app/verifier';
import { sql } from 'kysely';
import { arrayText } from '../../platform/db/array-text.ts';
import type { Reader, Tx } from '../../platform/db/database.ts';
import { listOfQuery, type Page, type PageRequest, readPage } from '../../platform/db/page.ts';

/** An outcome with its rule and price; `block` is the one that contains the tick it names. */
export type Receipt = {
  /** Id of the record it proves. */
  readonly id: bigint;
  readonly kind: string;
  readonly block: number;
  /** Amounts in it are decimal text. */
  readonly body: unknown;
};

/**
 * Inserts receipts, immutable from then on: the database refuses a second one with the same id, and every change. Bodies
 * are one JSON text: as an array of texts, quoting each would cost more than all the rest.
 */
export async function insertReceipts(tx: Tx, receipts: readonly Receipt[]): Promise<void> {
  await sql`
    insert into receipt (id, kind, block, body)
    select * from rows from (unnest(${arrayText(receipts.map(({ id }) => id))}::bigint[]),
                             unnest(${arrayText(receipts.map(({ kind }) => kind))}::text[]),
                             unnest(${arrayText(receipts.map(({ block }) => block))}::bigint[]),
                             jsonb_array_elements(${JSON.stringify(receipts.map(({ body }) => body))}::jsonb))`.execute(
    tx,
  );
}

/** Kind of the receipts of conversions. */
export const CONVERSION_KIND = 'convert.conversion';

/** Inserts the receipt of a conversion that exists: the only kind that role app may issue. */
export async function insertConversionReceipt(tx: Tx, { id, block, body }: Omit<Receipt, 'kind'>): Promise<void> {
  await sql`select receipt_of_conversion(${id}, ${block}, ${JSON.stringify(body)}::jsonb)`.execute(tx);
}

/** What no block has sealed yet, as of one snapshot. */
type Unsealed = {
  readonly seen: string;
  readonly inventories: readonly { book: string; market: number; base: string; quote: string }[];
  readonly receipts: readonly { id: string; kind: string; body: unknown }[];
};

/**
 * Reads what the house holds and the receipts that became visible since a snapshot. A receipt is visible in exactly one
 * more snapshot than the last, so none is skipped or repeated, however long its transaction took. The bound on ids saves
 * reading the indexes of old partitions; receipts under older ids are noted as late.
 */
export async function readUnsealed(tx: Tx, seen: string | undefined, from: bigint): Promise<Unsealed> {
  const { rows } = await sql<Unsealed & { late: Unsealed['receipts'] }>`
    select pg_current_snapshot()::text as seen,
           (select coalesce(json_agg(json_build_object('book', book, 'market', market, 'base', trim_scale(base)::text,
                                                       'quote', trim_scale(quote)::text)), '[]')
              from house_inventory) as inventories,
           (select coalesce(json_agg(json_build_object('id', id::text, 'kind', kind, 'body', body) order by id), '[]')
              from receipt
             where xid >= coalesce(pg_snapshot_xmin(${seen ?? null}::pg_snapshot), '0'::xid8)
               and pg_visible_in_snapshot(xid, ${seen ?? null}::pg_snapshot) is not true
               and id >= ${from}) as receipts,
           (select coalesce(json_agg(receipt_found(id)), '[]') from receipt_late
             where xid >= coalesce(pg_snapshot_xmin(${seen ?? null}::pg_snapshot), '0'::xid8)
               and pg_visible_in_snapshot(xid, ${seen ?? null}::pg_snapshot) is not true
               and id < ${from}) as late`.execute(tx);
  const { late, receipts, ...unsealed } = expectDefined(rows[0], 'one row');
  return { ...unsealed, receipts: late.length === 0 ? receipts : [...late, ...receipts].sort(byId) };
}

const byId = (a: { readonly id: string }, b: { readonly id: string }) => (BigInt(a.id) < BigInt(b.id) ? -1 : 1);

/** Records the receipts of a block, in the order of their leaves. */
export async function insertSeal(tx: Tx, block: number, receipts: readonly bigint[]): Promise<void> {
  await sql`insert into receipt_seal (block, receipts) values (${block}, ${arrayText(receipts)}::bigint[])`.execute(tx);
}

/** A block that sealed receipts: their ids, in the order of their leaves. */
export type SealRow = { readonly block: number; readonly receipts: readonly bigint[] };

/** Receipts are sealed seconds after the block of their price; this many blocks are minutes. */
const SEAL_BLOCKS_MAX = 5_000;

/** Finds the blocks that sealed receipts whose price is in an earlier block. */
export async function findSeals(db: Reader, after: number, ids: readonly bigint[]): Promise<SealRow[]> {
  const { rows } = await sql<{ block: bigint; receipts: string[] }>`
    select block, receipts from receipt_seal
     where block > ${after} and block <= ${after + SEAL_BLOCKS_MAX} and receipts && ${arrayText(ids)}::bigint[]
     order by block`.execute(db);
  return rows.map(({ block, receipts }) => ({ block: Number(block), receipts: receipts.map(BigInt) }));
}

/** Names one side of one house ladder. */
export type LadderName = {
  readonly block: number;
  readonly seq: number;
  readonly market: number;
  readonly book: string;
  readonly side: string;
};

/** Lists receipts of one side of a ladder by place. `before` is the receipt that the previous page ended with. */
export async function listLadder(db: Reader, ladder: LadderName, request: PageRequest): Promise<Page<Receipt>> {
  const { rows, ...page } = await readPage(
    request,
    listOfQuery<ReceiptRow>(
      db,
      (last) => sql`
        select id, kind, block, body from receipt
         where ${isOfLadder(ladder)} and ${last === undefined ? sql`true` : sql`${PLACE} > ${placeOf(ladder, last)}`}
         order by ${PLACE}, id`,
    ),
  );
  return { rows: rows.map(toReceipt), ...page };
}

const PLACE = sql`(body->'chain'->>'place')::int`;

/** The place of a receipt; one of another ladder has none, and nothing follows it. */
const placeOf = (ladder: LadderName, id: bigint) =>
  sql`(select ${PLACE} from receipt where receipt.id = ${id} and ${isOfLadder(ladder)})`;

/** Finds the receipt at a place of a ladder's side. */
export async function findAtPlace(db: Reader, ladder: LadderName, place: number): Promise<Receipt | undefined> {
  const { rows } = await sql<ReceiptRow>`
    select id, kind, block, body from receipt
     where ${isOfLadder(ladder)} and (body->'chain'->>'place')::int = ${place}`.execute(db);
  return rows[0] && toReceipt(rows[0]);
}

/** The same expressions as in the unique index of each partition. */
const isOfLadder = ({ block, seq, market, book, side }: LadderName) => sql<boolean>`
  block = ${block} and (body->'tick'->>'seq')::bigint = ${seq} and (body->'fill'->>'market')::int = ${market}
    and body->>'book' = ${book} and body->'fill'->>'side' = ${side}`;

/** What names the chain of a contract's receipt: that of its position, or of its market's nights. */
type ContractChain = {
  readonly book: string;
  readonly settlement?: { readonly position: string } | undefined;
  readonly night?: { readonly market: number } | undefined;
  readonly chain: { readonly place: number };
};

/** Lists the receipts before one of a contract, in the order of their chain; no more than a reader is shown. */
export async function listEarlier(db: Reader, id: bigint, contract: ContractChain): Promise<Receipt[]> {
  const { book, settlement, night, chain } = contract;
  if (settlement === undefined && night === undefined) return [];
  const chained =
    settlement === undefined
      ? sql`kind = 'contract.overnight' and body->>'book' = ${book}
              and (body->'night'->>'market')::int = ${night?.market ?? null}`
      : sql`kind = 'contract.settlement' and body->'settlement'->>'position' = ${settlement.position}`;
  const { rows } = await sql<ReceiptRow>`
    select id, kind, block, body from receipt
     where ${chained} and ${PLACE} < ${chain.place} and ${PLACE} >= ${chain.place - EARLIER_MAX} and id <> ${id}
     order by ${PLACE}`.execute(db);
  // The opening has the id of its position, at the first place.
  const isOpeningShown = settlement !== undefined && chain.place <= EARLIER_MAX;
  const opening = isOpeningShown ? await findReceipts(db, [BigInt(settlement.position)]) : [];
  return [...opening, ...rows.map(toReceipt)];
}

export async function findReceipt(db: Reader, id: bigint): Promise<Receipt | undefined> {
  return (await findReceipts(db, [id]))[0];
}

/** Finds receipts in the order of their ids. */
export async function findReceipts(db: Reader, ids: readonly bigint[]): Promise<Receipt[]> {
  const { rows } = await sql<ReceiptRow>`
    select id, kind, block, body from receipt where id = any(${arrayText(ids)}::bigint[]) order by id`.execute(db);
  return rows.map(toReceipt);
}

type ReceiptRow = { id: bigint; kind: string; block: bigint; body: unknown };

const toReceipt = ({ id, kind, block, body }: ReceiptRow): Receipt => ({ id, kind, block: Number(block), body });

/** Finds the last tick of each market at which the house traded in a mode within some time: older prices are stale. */
export async function findTradedTicks(db: Reader, mode: Mode, withinMs: number): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ market: number; seq: number }>`
    select (body->'fill'->>'market')::int as market, max((body->'tick'->>'seq')::bigint)::float8 as seq
      from receipt
     where id >= id_floor(now() - make_interval(secs => ${withinMs / 1_000}::float8)) and kind = 'spot.house_fill'
       and body->>'book' = ${mode}
     group by 1`.execute(db);
  return new Map(rows.map(({ market, seq }) => [market, seq]));
}
