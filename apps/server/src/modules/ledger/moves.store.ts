import { firstIdAt, ID_EPOCH_MS } from '@app/base';
import type { Book } from '@app/domain/ledger';
import { type Amount, parseDecimal } from '@app/money';
import { sql } from 'kysely';
import type { Reader } from '../../platform/database.ts';

export type MovesQuery = {
  readonly book: Book;
  readonly owner: string;
  readonly sinceMs: number;
  /** Account kinds that are not looked at. */
  readonly except: readonly string[];
  /** Transfers of these kinds are told apart from all others, and to the minute. */
  readonly toldApart: readonly string[];
  /** How long a piece of time is that all other transfers are summed over. */
  readonly pieceMs: number;
  /** So many entries are looked at, the newest; older ones are left out. */
  readonly entriesMax: number;
};

/** What a piece of time did to one of an owner's currencies, over all their accounts. */
export type OwnerMove = {
  readonly currency: string;
  readonly atMs: number;
  readonly amount: Amount;
  readonly isToldApart: boolean;
};

export type OwnerMoves = {
  readonly moves: readonly OwnerMove[];
  /** Of the time before it some are left out. */
  readonly knownFromMs: number;
};

type MoveRow = {
  walked: number;
  oldest_ms: bigint | null;
  currency: string | null;
  at_ms: bigint;
  amount: string;
  is_told_apart: boolean;
};

const MINUTE_MS = 60_000;
/** An id's first bits are its milliseconds (base/ids). */
const EPOCH = sql`${ID_EPOCH_MS}::bigint`;

/**
 * By the index on account and transfer, newest first, and each transfer's kind by its key: nothing that grows is scanned.
 * What moved between the owner's own accounts cancels before its kind is asked for.
 */
export async function readMoves(tx: Reader, request: MovesQuery): Promise<OwnerMoves> {
  const { rows } = await sql<MoveRow>`
    with walked as materialized (
      select e.* from ledger_account a cross join lateral (
          select transfer, currency, available_delta + frozen_delta as amount from ledger_entry
           where account = a.id and transfer >= ${firstIdAt(request.sinceMs)}
           order by transfer desc limit ${request.entriesMax}) e
       where a.owner = ${request.owner} and a.book = ${request.book} and a.kind <> all (${request.except}::text[])
       order by e.transfer desc limit ${request.entriesMax}),
    moved as materialized (
      select transfer, currency, (transfer >> 22) + ${EPOCH} as at_ms, sum(amount) as amount
        from walked group by transfer, currency having sum(amount) <> 0),
    told as materialized (
      select currency, at_ms, amount,
             (select t.kind from ledger_transfer t where t.id = transfer) = any (${request.toldApart}::text[]) as is_told_apart
        from moved),
    pieces as (
      select currency, is_told_apart, sum(amount) as amount,
             at_ms - at_ms % case when is_told_apart then ${MINUTE_MS}::bigint else ${request.pieceMs}::bigint end as at_ms
        from told group by 1, 2, 4)
    select w.walked, w.oldest_ms, p.currency, p.at_ms, trim_scale(p.amount)::text as amount, p.is_told_apart
      from (select count(*)::int as walked, (min(transfer) >> 22) + ${EPOCH} as oldest_ms from walked) w
      left join pieces p on true order by p.at_ms`.execute(tx);
  const [first] = rows;
  const isCut = first !== undefined && first.walked >= request.entriesMax;
  return { moves: rows.flatMap(toMove), knownFromMs: isCut ? Number(first.oldest_ms) : request.sinceMs };
}

const toMove = ({ currency, at_ms, amount, is_told_apart }: MoveRow): OwnerMove[] =>
  currency === null
    ? []
    : [{ currency, atMs: Number(at_ms), amount: parseDecimal<Amount>(amount), isToldApart: is_told_apart }];
