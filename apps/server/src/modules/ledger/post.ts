import { createHash } from 'node:crypto';
import { assert } from '@app/base';
import { canonicalOf, netsToZero, type Transfer } from '@app/domain/ledger';
import type { Tx } from '../../platform/database.ts';
import type { NextId } from '../../platform/writer.ts';
import type { AccountIds } from './account-ids.ts';
import * as store from './ledger.store.ts';

/** Two posts in one transaction lock accounts twice, in two orders: that deadlocks, so the second is a defect. */
const posted = new WeakSet<Tx>();

const digestOf = (transfer: Transfer) => createHash('sha256').update(canonicalOf(transfer)).digest().subarray(0, 16);

const byKindAndRef = (a: Transfer, b: Transfer) =>
  a.kind === b.kind ? (a.ref < b.ref ? -1 : 1) : a.kind < b.kind ? -1 : 1;

/**
 * The only way money moves; called once per transaction, with one transfer or thousands.
 * A repeated (kind, ref) with the same digest is the same transfer arriving again and is skipped.
 */
export async function postTransfers(
  tx: Tx,
  { nextId, ids }: { nextId: NextId; ids: AccountIds },
  transfers: readonly Transfer[],
): Promise<readonly Transfer[]> {
  assert(!posted.has(tx), 'a transaction posts once');
  posted.add(tx);
  for (const transfer of transfers) {
    assert(transfer.entries.length > 0 && netsToZero(transfer), `${transfer.kind} ${transfer.ref} nets to zero`);
  }
  if (transfers.length === 0) return [];
  const rows = [...transfers].sort(byKindAndRef).map((transfer) => ({
    transfer,
    row: { id: nextId(), kind: transfer.kind, ref: transfer.ref, book: transfer.book, digest: digestOf(transfer) },
  }));
  const inserted = await store.insertTransfers(
    tx,
    rows.map(({ row }) => row),
  );
  const fresh = rows.filter(({ row }) => inserted.has(row.id));
  if (fresh.length < rows.length) {
    await assertSameMeaning(
      tx,
      rows.filter(({ row }) => !inserted.has(row.id)).map(({ row }) => row),
    );
  }
  if (fresh.length > 0) await insertEntriesOf(tx, ids, fresh);
  return fresh.map(({ transfer }) => transfer);
}

type Row = { transfer: Transfer; row: store.NewTransfer };

async function insertEntriesOf(tx: Tx, ids: AccountIds, fresh: readonly Row[]): Promise<void> {
  const named = fresh.flatMap(({ transfer }) =>
    transfer.entries.map(({ account }) => ({ book: transfer.book, account })),
  );
  const idOf = await ids.resolve(tx, named);
  const entries = fresh.flatMap(({ transfer, row }) =>
    transfer.entries.map(({ account, available, frozen }) => ({
      transfer: row.id,
      account: idOf({ book: transfer.book, account }),
      currency: account.currency,
      available,
      frozen,
    })),
  );
  await store.insertEntries(tx, entries); // The database applies them, and refuses what does not add up.
}

/** The same fact must mean the same money: another digest under a known (kind, ref) is our bug. */
async function assertSameMeaning(tx: Tx, repeated: readonly store.NewTransfer[]): Promise<void> {
  const known = new Map(
    (await store.findDigests(tx, repeated)).map(({ kind, ref, digest }) => [`${kind}|${ref}`, digest]),
  );
  for (const { kind, ref, digest } of repeated) {
    assert(
      known.get(`${kind}|${ref}`)?.equals(digest) === true,
      `${kind} ${ref} was posted before with the same entries`,
    );
  }
}
