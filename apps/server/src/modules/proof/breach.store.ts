import { sql } from 'kysely';
import { arrayText } from '../../platform/db/array-text.ts';
import type { Reader } from '../../platform/db/database.ts';

/** Something that no honest house does: which rule a receipt breaks, and how. */
export type ReceiptBreach = { readonly receipt: bigint; readonly rule: string; readonly detail: string };
/** The auditor's limit for any finding. */
const SHOWN_MAX = 20;

/** Fills of version 1 or 2 since an id, by the side of the ladder they are about. */
const fillsSince = (id: bigint, version: number) => sql`
  select id, body->>'book' as book, body->'fill'->>'market' as market, body->'tick'->>'seq' as seq,
         body->'fill'->>'side' as side, body->'inventory' as inventory, (body->'chain'->>'place')::numeric as place,
         (body->>'taken')::numeric as taken,
         (body->'fill'->>'quantity')::numeric / (body->'grid'->>'lot')::numeric as lots
    from receipt where id >= ${id} and kind = 'spot.house_fill' and (body->>'version')::int = ${version}`;

/**
 * Finds receipts of version 1 since an id whose lots were already sold by another one since then: of one house ladder
 * (mode, market, tick, side and inventory) no lot is traded twice. A new owner rebuilt the last tick's ladder from the
 * remaining inventory.
 */
export async function findOverlaps(tx: Reader, since: bigint): Promise<ReceiptBreach[]> {
  const { rows } = await sql<ReceiptBreach>`
    with fill as materialized (${fillsSince(since, 1)}),
    counted as (
      select *, max(taken + lots) over (partition by book, market, seq, side, inventory order by taken, id
                                        rows between unbounded preceding and 1 preceding) as had from fill)
    select id as receipt, 'overlap' as rule,
           format('lots from %s on of tick %s of market %s in the %s book, %s, were had up to %s',
                  taken, seq, market, book, side, trim_scale(had)) as detail
      from counted where taken < had order by id limit ${SHOWN_MAX}`.execute(tx);
  return rows;
}

/**
 * Finds receipts of version 2 since an id that do not continue the chain of their ladder's side: places without a gap,
 * and as many lots taken as the receipts before say. Reads from an earlier id on, where every such ladder begins.
 */
export async function findBrokenChains(
  tx: Reader,
  { from, since }: { readonly from: bigint; readonly since: bigint },
): Promise<ReceiptBreach[]> {
  const { rows } = await sql<ReceiptBreach>`
    with fill as materialized (${fillsSince(from, 2)}),
    counted as (
      select *, row_number() over ladder - 1 as expected_place, coalesce(sum(lots) over before, 0) as expected_taken
        from fill
      window ladder as (partition by book, market, seq, side order by place, id),
             before as (ladder rows between unbounded preceding and 1 preceding))
    select id as receipt, case when place = expected_place then 'taken' else 'place' end as rule,
           format('place %s and %s lots taken of tick %s of market %s in the %s book, %s, but %s receipts of %s lots before',
                  place, taken, seq, market, book, side, expected_place, trim_scale(expected_taken)) as detail
      from counted
     where id >= ${since} and (place is distinct from expected_place or taken is distinct from expected_taken)
     order by id limit ${SHOWN_MAX}`.execute(tx);
  return rows;
}

/** Finds receipts of version 2 since an id that no block contains, although blocks were sealed long enough after them. */
export async function findNeverSealed(
  tx: Reader,
  { since, withinMs }: { readonly since: bigint; readonly withinMs: number },
): Promise<ReceiptBreach[]> {
  const { rows } = await sql<ReceiptBreach>`
    with fill as materialized (
      select id, block from receipt where id >= ${since} and kind = 'spot.house_fill' and (body->>'version')::int = 2),
    sealed as materialized (
      select unnest(receipts) as id from receipt_seal where block > (select min(block) from fill)),
    last as (select id_floor(at - make_interval(secs => ${withinMs / 1_000}::float8)) as id
               from price_block order by number desc limit 1)
    select id as receipt, 'sealed' as rule, format('no block since %s contains it', block) as detail
      from fill where id < (select id from last) and id not in (select id from sealed)
     order by id limit ${SHOWN_MAX}`.execute(tx);
  return rows;
}

/** Records breaches, each once, and returns those that are new. */
export async function recordBreaches(tx: Reader, breaches: readonly ReceiptBreach[]): Promise<ReceiptBreach[]> {
  if (breaches.length === 0) return [];
  const { rows } = await sql<ReceiptBreach>`
    insert into receipt_breach (receipt, rule, detail)
    select * from unnest(${arrayText(breaches.map((it) => it.receipt))}::bigint[],
                         ${breaches.map((it) => it.rule)}::text[], ${breaches.map((it) => it.detail)}::text[])
    on conflict do nothing returning receipt, rule, detail`.execute(tx);
  return rows;
}

/** Reads the unresolved breaches. */
export async function readBreaches(db: Reader): Promise<ReceiptBreach[]> {
  const { rows } = await sql<ReceiptBreach>`
    select receipt, rule, detail from receipt_breach where resolved is null
     order by receipt, rule limit ${SHOWN_MAX}`.execute(db);
  return rows;
}
