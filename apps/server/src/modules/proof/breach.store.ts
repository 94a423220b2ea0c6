import { sql } from 'kysely';
import { arrayText } from '../../platform/db/array-text.ts';
import type { Db, Reader } from '../../platform/db/database.ts';
import { readSlices } from '../../platform/db/read-slices.ts';

/** Something that no honest house does: which rule a receipt breaks, and how. */
export type ReceiptBreach = { readonly receipt: bigint; readonly rule: string; readonly detail: string };
/** The auditor's limit for any finding. */
export const SHOWN_MAX = 20;

/** Fills since an id, by the side of the ladder they are about: of version 1, or of later ones, which have a place. */
const fillsSince = (id: bigint, { isOld }: { readonly isOld: boolean }) => sql`
  select id, body->>'book' as book, body->'fill'->>'market' as market, body->'tick'->>'seq' as seq,
         body->'fill'->>'side' as side, body->'inventory' as inventory, (body->'chain'->>'place')::numeric as place,
         (body->>'taken')::numeric as taken,
         (body->'fill'->>'quantity')::numeric / (body->'grid'->>'lot')::numeric as lots
    from receipt where id >= ${id} and kind = 'spot.house_fill' and ((body->>'version')::int = 1) = ${isOld}`;

/**
 * Finds receipts of version 1 since an id whose lots were already sold by another one since then: of one house ladder
 * (mode, market, tick, side and inventory) no lot is traded twice. A new owner rebuilt the last tick's ladder from the
 * remaining inventory.
 */
export async function findOverlaps(tx: Reader, since: bigint): Promise<ReceiptBreach[]> {
  const { rows } = await sql<ReceiptBreach>`
    with fill as materialized (${fillsSince(since, { isOld: true })}),
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
 * Finds receipts since version 2, from an id on, that do not continue the chain of their ladder's side: places without a gap,
 * and as many lots taken as the receipts before say. Reads from an earlier id on, where every such ladder begins.
 */
export async function findBrokenChains(
  tx: Reader,
  { from, since }: { readonly from: bigint; readonly since: bigint },
): Promise<ReceiptBreach[]> {
  const { rows } = await sql<ReceiptBreach>`
    with fill as materialized (${fillsSince(from, { isOld: false })}),
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

/** Receipts of contracts by position: the opening has the id of its position and the first place. */
const ofPosition = (position: ReturnType<typeof sql>) => sql`
  select id, (body->'chain'->>'place')::int as place, (body->'rest'->>'lots')::numeric as left_over
    from receipt where kind = 'contract.settlement' and body->'settlement'->>'position' = ${position}
  union all
  select id, 0, (body->'position'->>'lots')::numeric
    from receipt where id = (${position})::bigint and kind = 'contract.open'`;

/**
 * Finds settlements of contracts from an id on that do not continue the chain of their position: one receipt for each
 * place, and exactly the lots that the one before left. A second settlement of the same lots would verify on its own.
 */
export async function findBrokenPositions(tx: Reader, since: bigint): Promise<ReceiptBreach[]> {
  const { rows } = await sql<ReceiptBreach>`
    with ended as materialized (
      select id, body->'settlement'->>'position' as position, (body->'chain'->>'place')::int as place,
             (body->'before'->>'lots')::numeric + coalesce((body->'rest'->>'lots')::numeric, 0) as lots
        from receipt where id >= ${since} and kind = 'contract.settlement')
    select e.id as receipt, case when c.same = 1 and c.before = 1 then 'lots' else 'place' end as rule,
           format('place %s and %s lots of position %s, but %s receipts at its place and %s before, which left %s lots',
                  e.place, trim_scale(e.lots), e.position, c.same, c.before, coalesce(trim_scale(c.left_over), 0)) as detail
      from ended e cross join lateral (
        select count(*) filter (where p.place = e.place) as same, count(*) filter (where p.place = e.place - 1) as before,
               max(p.left_over) filter (where p.place = e.place - 1) as left_over
          from (${ofPosition(sql`e.position`)}) p) c
     where c.same <> 1 or c.before <> 1 or e.lots is distinct from c.left_over
     order by e.id limit ${SHOWN_MAX}`.execute(tx);
  return rows;
}

/**
 * Finds settlements of bets from an id on that do not continue the chain of their market and mode: places without a gap,
 * and each once. Reads from an earlier id on, because two processes may give out ids in another order.
 */
export async function findBrokenBets(
  tx: Reader,
  { from, since }: { readonly from: bigint; readonly since: bigint },
): Promise<ReceiptBreach[]> {
  const { rows } = await sql<ReceiptBreach>`
    select id as receipt, 'chain' as rule,
           format('place %s of bets of market %s in the %s book comes after place %s', place, market, book, before) as detail
      from (select id, place, market, book, lag(place) over (partition by book, market order by place, id) as before
              from (select id, (body->'chain'->>'place')::bigint as place, body->'bet'->>'market' as market,
                           body->>'book' as book
                      from receipt where id >= ${from} and kind = 'seconds.settlement') named) chained
     where id >= ${since} and before is not null and place <> before + 1
     order by id limit ${SHOWN_MAX}`.execute(tx);
  return rows;
}

/** A settlement of a bet, and the receipt at the place before it. */
export type BetLink = {
  readonly id: bigint;
  readonly place: bigint;
  readonly previous: string | null;
  readonly before: { readonly id: string; readonly kind: string; readonly body: object };
};

/** Reads settlements of bets from an id on with the receipt before each, in slices. */
export const readBetLinks = (
  db: Db,
  { from, since }: { readonly from: bigint; readonly since: bigint },
  onSlice: (links: readonly BetLink[]) => void,
): Promise<void> =>
  readSlices(
    db,
    sql<BetLink>`
      with chained as (
        select id, place, previous, lag(id) over (partition by book, market order by place, id) as before
          from (select id, (body->'chain'->>'place')::bigint as place, body->'chain'->>'previous' as previous,
                       body->'bet'->>'market' as market, body->>'book' as book
                  from receipt where id >= ${from} and kind = 'seconds.settlement') named)
      select c.id, c.place, c.previous, json_build_object('id', b.id::text, 'kind', b.kind, 'body', b.body) as before
        from chained c join receipt b on b.id = c.before
       where c.id >= ${since}`,
    onSlice,
  );

/** Finds receipts since version 2, and all of other kinds, from an id on, that no block contains, although blocks were sealed long enough after them. */
export async function findNeverSealed(
  tx: Reader,
  { since, withinMs }: { readonly since: bigint; readonly withinMs: number },
): Promise<ReceiptBreach[]> {
  const { rows } = await sql<ReceiptBreach>`
    with fill as materialized (
      select id, block, id as made from receipt
       where id >= ${since} and (kind <> 'spot.house_fill' or (body->>'version')::int > 1)
      union all
      select r.id, r.block, id_floor(l.at) from receipt_late l join receipt r on r.id = l.id
       where l.id < ${since} and id_floor(l.at) >= ${since}),
    sealed as materialized (
      select unnest(receipts) as id from receipt_seal where block > (select min(block) from fill)),
    last as (select id_floor(at - make_interval(secs => ${withinMs / 1_000}::float8)) as id
               from price_block order by number desc limit 1)
    select id as receipt, 'sealed' as rule, format('no block since %s contains it', block) as detail
      from fill where made < (select id from last) and id not in (select id from sealed)
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
