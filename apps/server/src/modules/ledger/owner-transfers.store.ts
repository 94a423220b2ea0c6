import { type TimeOrderedId, timeOfId } from '@app/base';
import type { Mode } from '@app/domain/ledger';
import { type Amount, parseDecimal } from '@app/money';
import { sql } from 'kysely';
import type { Reader } from '../../platform/db/database.ts';

export type OwnerTransfersQuery = {
  readonly mode: Mode;
  readonly owner: string;
  /** Account kinds to exclude. */
  readonly except: readonly string[];
  /** Transfers from this id on, before `before`. */
  readonly from: bigint;
  readonly before: bigint;
};

/** A transfer and the net change of each of an owner's currencies, over all their accounts. */
export type OwnerTransfer = {
  readonly id: bigint;
  /** By the clock of the process that posted it. */
  readonly atMs: number;
  readonly kind: string;
  readonly ref: string;
  readonly changes: ReadonlyMap<string, Amount>;
};

type Row = { walked: number; last: bigint | null; transfer: bigint | null; kind: string; ref: string; moved: string };

/** Entries read at once. No transfer has nearly as many of one owner. */
const ENTRIES_A_PART = 5_000;

/**
 * Reads an owner's transfers, oldest first, part by part. Transfers between the owner's own accounts change nothing and
 * are left out. Entries are found by the index on account and transfer: it scans nothing that grows.
 */
export async function* readOwnerTransfers(
  tx: Reader,
  query: OwnerTransfersQuery,
): AsyncGenerator<readonly OwnerTransfer[]> {
  for (let from: bigint | undefined = query.from; from !== undefined; ) {
    const part = await readPart(tx, { ...query, from });
    yield part.transfers;
    from = part.next;
  }
}

/** A part that is full may end in the middle of a transfer; that one belongs to the next part. */
async function readPart(
  tx: Reader,
  { mode, owner, except, from, before }: OwnerTransfersQuery,
): Promise<{ readonly transfers: readonly OwnerTransfer[]; readonly next: bigint | undefined }> {
  const { rows } = await sql<Row>`
    with walked as materialized (
      select e.* from ledger_account a cross join lateral (
          select transfer, currency, available_delta + frozen_delta as amount from ledger_entry
           where account = a.id and transfer >= ${from} and transfer < ${before}
           order by transfer limit ${ENTRIES_A_PART}) e
       where a.owner = ${owner} and a.book = ${mode} and a.kind <> all (${except}::text[])
       order by e.transfer limit ${ENTRIES_A_PART}),
    extent as (select count(*)::int as walked, max(transfer) as last from walked),
    moved as materialized (
      select transfer, currency, sum(amount) as amount from walked, extent
       where extent.walked < ${ENTRIES_A_PART} or transfer < extent.last
       group by transfer, currency having sum(amount) <> 0),
    whole as (
      select transfer, string_agg(currency || ' ' || trim_scale(amount)::text, ';' order by currency) as moved
        from moved group by transfer)
    select x.walked, x.last, w.transfer, t.kind, t.ref, w.moved
      from extent x left join whole w on true left join ledger_transfer t on t.id = w.transfer
     order by w.transfer`.execute(tx);
  const [first] = rows;
  const isFull = first !== undefined && first.walked === ENTRIES_A_PART;
  return { transfers: rows.flatMap(toTransfer), next: isFull ? (first.last ?? undefined) : undefined };
}

/** Returns the id of an owner's newest transfer; zero without any. As long as it is the same, so are the balances. */
export async function readNewestTransfer(
  tx: Reader,
  { mode, owner }: Pick<OwnerTransfersQuery, 'mode' | 'owner'>,
): Promise<bigint> {
  const { rows } = await sql<{ newest: bigint }>`
    select coalesce(max(e.transfer), 0) as newest from ledger_account a cross join lateral (
        select transfer from ledger_entry where account = a.id order by transfer desc limit 1) e
     where a.owner = ${owner} and a.book = ${mode}`.execute(tx);
  return rows[0]?.newest ?? 0n;
}

const toTransfer = ({ transfer, kind, ref, moved }: Row): OwnerTransfer[] =>
  transfer === null
    ? []
    : [
        {
          id: transfer,
          atMs: timeOfId(transfer as TimeOrderedId),
          kind,
          ref,
          changes: new Map(moved.split(';').map(toChange)),
        },
      ];

function toChange(text: string): [string, Amount] {
  const [currency = '', amount = ''] = text.split(' ');
  return [currency, parseDecimal<Amount>(amount)];
}
