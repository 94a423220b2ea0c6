import { type TimeOrderedId, timeOfId } from '@app/base';
import type { Mode } from '@app/domain/ledger';
import { sql } from 'kysely';
import type { Reader } from '../../platform/db/database.ts';

/** A change of one of an owner's accounts. Amounts are decimal text, as the ledger stores them. */
export type OwnerEntry = {
  readonly transfer: bigint;
  readonly atMs: number;
  readonly kind: string;
  readonly ref: string;
  readonly account: string;
  readonly currency: string;
  readonly available: string;
  readonly frozen: string;
};

export type OwnerEntriesQuery = {
  readonly mode: Mode;
  readonly owner: string;
  /** Transfers from this id on, before `before`. */
  readonly from: bigint;
  readonly before: bigint;
};

/** Entries read at once. No transfer has nearly as many of one owner. */
const ENTRIES_A_PART = 5_000;

/** Reads every change of an owner's accounts, oldest first, part by part, by the index on account and transfer. */
export async function* readOwnerEntries(tx: Reader, query: OwnerEntriesQuery): AsyncGenerator<readonly OwnerEntry[]> {
  for (let { from } = query; ; ) {
    const rows = await readPart(tx, { ...query, from });
    const last = rows.at(-1)?.transfer;
    const isFull = rows.length === ENTRIES_A_PART;
    // A part that is full may end in the middle of a transfer; that one belongs to the next part.
    yield isFull ? rows.filter(({ transfer }) => transfer !== last) : rows;
    if (!isFull || last === undefined) return;
    from = last;
  }
}

async function readPart(tx: Reader, { mode, owner, from, before }: OwnerEntriesQuery): Promise<OwnerEntry[]> {
  const { rows } = await sql<Omit<OwnerEntry, 'atMs'>>`
    with walked as materialized (
      select e.*, a.kind as account from ledger_account a cross join lateral (
          select transfer, currency, available_delta, frozen_delta from ledger_entry
           where account = a.id and transfer >= ${from} and transfer < ${before}
           order by transfer limit ${ENTRIES_A_PART}) e
       where a.owner = ${owner} and a.book = ${mode}
       order by e.transfer limit ${ENTRIES_A_PART})
    select w.transfer, t.kind, t.ref, w.account, w.currency,
           trim_scale(w.available_delta)::text as available, trim_scale(w.frozen_delta)::text as frozen
      from walked w join ledger_transfer t on t.id = w.transfer
     order by w.transfer, w.account, w.currency, w.available_delta`.execute(tx);
  return rows.map((row) => ({ ...row, atMs: timeOfId(row.transfer as TimeOrderedId) }));
}
