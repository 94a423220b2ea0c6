import { firstIdAt, ID_EPOCH_MS } from '@app/base';
import type { Mode } from '@app/domain/ledger';
import { type Amount, parseDecimal } from '@app/money';
import { sql } from 'kysely';
import type { Reader } from '../../platform/db/database.ts';
import type { PersonalTable } from '../../platform/db/personal-data.ts';

export type MovesQuery = {
  readonly mode: Mode;
  readonly owner: string;
  readonly sinceMs: number;
  /** Account kinds to exclude. */
  readonly except: readonly string[];
  /** Transfer kinds reported separately from all others, at one-minute resolution. */
  readonly toldApart: readonly string[];
  /** Length of the time bucket over which all other transfers are summed. */
  readonly pieceMs: number;
  /** Maximum number of entries read, newest first; older ones are left out. */
  readonly entriesMax: number;
};

/** Net change of one of an owner's currencies in one time bucket, over all their accounts. */
export type OwnerMove = {
  readonly currency: string;
  readonly atMs: number;
  readonly amount: Amount;
  readonly isToldApart: boolean;
};

export type OwnerMoves = {
  readonly moves: readonly OwnerMove[];
  /** Moves before this time may be incomplete. */
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
/** The leading bits of an id are its milliseconds (base/ids). */
const EPOCH = sql`${ID_EPOCH_MS}::bigint`;

/**
 * Reads the entries by the index on account and transfer, newest first, and each transfer's kind by primary key: it
 * scans nothing that grows. Moves between the owner's own accounts cancel out before their kind is looked up.
 */
export async function readMoves(tx: Reader, request: MovesQuery): Promise<OwnerMoves> {
  const { rows } = await sql<MoveRow>`
    with walked as materialized (
      select e.* from ledger_account a cross join lateral (
          select transfer, currency, available_delta + frozen_delta as amount from ledger_entry
           where account = a.id and transfer >= ${firstIdAt(request.sinceMs)}
           order by transfer desc limit ${request.entriesMax}) e
       where a.owner = ${request.owner} and a.book = ${request.mode} and a.kind <> all (${request.except}::text[])
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

/** What the ledger stores about users: accounts named by the owner, and their entries. */
export const ledgerTables: readonly PersonalTable[] = [
  {
    table: 'ledger_account',
    download: {
      about: 'Balances by account, currency and mode.',
      rows: (userId) => sql`
      select book, kind as account, currency, available, frozen from ledger_account
       where owner = 'user:' || ${userId}::text order by book, kind, currency`,
    },
    closing: { keep: 'ledger' },
  },
  {
    table: 'ledger_entry',
    download: {
      about: 'Every change of a balance.',
      rows: (userId) => sql`
      select e.transfer, t.at, t.kind, t.ref, a.book, a.kind as account, e.currency, e.available_delta, e.frozen_delta
        from ledger_account a join ledger_entry e on e.account = a.id left join ledger_transfer t on t.id = e.transfer
       where a.owner = 'user:' || ${userId}::text order by e.transfer`,
    },
    closing: { keep: 'ledger' },
  },
];
