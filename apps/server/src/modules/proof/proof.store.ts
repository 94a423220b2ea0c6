import { sql } from 'kysely';
import type { Reader, Tx } from '../../platform/db/database.ts';

/** An outcome with its rule and price; `block` is the one that contains the tick it names. */
export type Receipt = {
  /** Id of the record it proves. */
  readonly id: bigint;
  readonly kind: string;
  readonly block: number;
  /** Amounts in it are decimal text. */
  readonly body: unknown;
};

/** Inserts receipts, immutable from then on: the database refuses a second one with the same id, and every change. */
export async function insertReceipts(tx: Tx, receipts: readonly Receipt[]): Promise<void> {
  await sql`
    insert into receipt (id, kind, block, body)
    select * from unnest(${receipts.map(({ id }) => id)}::bigint[], ${receipts.map(({ kind }) => kind)}::text[],
                         ${receipts.map(({ block }) => block)}::bigint[],
                         ${receipts.map(({ body }) => JSON.stringify(body))}::jsonb[])`.execute(tx);
}

type Overlap = { readonly id: bigint; readonly detail: string };
/** The auditor's limit for any finding. */
const SHOWN_MAX = 20;

/**
 * Finds receipts since an id whose lots were already sold by another one since then: of one house ladder (mode, market,
 * tick, side and inventory) no lot is traded twice. A new owner rebuilds the last tick's ladder from the remaining
 * inventory. Found by ids, sorted once.
 */
export async function findOverlaps(tx: Reader, since: bigint): Promise<Overlap[]> {
  const { rows } = await sql<Overlap>`
    with fill as materialized (
      select id, body->>'book' as book, body->'fill'->>'market' as market, body->'tick'->>'seq' as seq,
             body->'fill'->>'side' as side, body->'inventory' as inventory, (body->>'taken')::numeric as taken,
             (body->>'taken')::numeric + (body->'fill'->>'quantity')::numeric / (body->'grid'->>'lot')::numeric as until
        from receipt where id >= ${since} and kind = 'spot.house_fill'),
    counted as (
      select *, max(until) over (partition by book, market, seq, side, inventory order by taken, id
                                 rows between unbounded preceding and 1 preceding) as had from fill)
    select id, format('lots from %s on of tick %s of market %s in the %s book, %s, were had up to %s',
                      taken, seq, market, book, side, trim_scale(had)) as detail
      from counted where taken < had order by id limit ${SHOWN_MAX}`.execute(tx);
  return rows;
}

export async function findReceipt(db: Reader, id: bigint): Promise<Receipt | undefined> {
  const { rows } = await sql<{ kind: string; block: bigint; body: unknown }>`
    select kind, block, body from receipt where id = ${id}`.execute(db);
  return rows[0] && { id, kind: rows[0].kind, block: Number(rows[0].block), body: rows[0].body };
}
