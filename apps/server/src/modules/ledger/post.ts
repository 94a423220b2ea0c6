import { assert } from '@app/base';
import { netsToZero, type Transfer } from '@app/domain/ledger';
import type { Tx } from '../../platform/database.ts';
import type { NextId } from '../../platform/writer.ts';
import type { AccountIds } from './account-ids.ts';
import * as store from './ledger.store.ts';
import { digestOf, type Line, linesOf } from './line.ts';
import type { LockOrder } from './lock-order.ts';

type Posting = { transfer: Transfer; lines: readonly Line[]; row: store.TransferRow };

/**
 * Posts transfers; the only way money moves. Called once per transaction, with one transfer or thousands. A repeated
 * (kind, ref) with the same digest is a replay of the same transfer and is skipped.
 */
export async function postTransfers(
  tx: Tx,
  { nextId, ids, order }: { nextId: NextId; ids: AccountIds; order: LockOrder },
  transfers: readonly Transfer[],
): Promise<readonly Transfer[]> {
  order.notePost(tx);
  if (transfers.length === 0) return [];
  const postings = [...transfers].sort(byKindAndRef).map((transfer) => prepare(transfer, nextId));
  const inserted = await store.insertTransfers(
    tx,
    postings.map(({ row }) => row),
  );
  const fresh = postings.filter(({ row }) => inserted.has(row.id));
  if (fresh.length < postings.length)
    await assertSameMeaning(
      tx,
      postings.filter(({ row }) => !inserted.has(row.id)),
    );
  if (fresh.length > 0) await insertEntries(tx, { ids, order }, fresh);
  return fresh.map(({ transfer }) => transfer);
}

/** One global order, so that two batches with the same transfers cannot deadlock. */
const byKindAndRef = (a: Transfer, b: Transfer) => compareText(a.kind, b.kind) || compareText(a.ref, b.ref);
const compareText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

function prepare(transfer: Transfer, nextId: NextId): Posting {
  const { kind, ref, mode } = transfer;
  assert(transfer.entries.length > 0 && netsToZero(transfer), `${kind} ${ref} nets to zero`);
  const lines = linesOf(transfer);
  return { transfer, lines, row: { id: nextId(), kind, ref, book: mode, digest: digestOf(transfer, lines) } };
}

async function insertEntries(
  tx: Tx,
  { ids, order }: { ids: AccountIds; order: LockOrder },
  fresh: readonly Posting[],
): Promise<void> {
  const lines = fresh.flatMap((posting) => posting.lines);
  const transfers = fresh.flatMap(({ row, lines: own }) => own.map(() => row.id));
  const accounts = await ids.resolve(tx, lines);
  order.assertCovered(tx, accounts);
  await store.insertEntries(tx, { transfers, accounts, lines }); // The database applies them and rejects what does not balance.
}

/** Asserts that a repeated transfer moves the same money: another digest under a known (kind, ref) is our bug. */
async function assertSameMeaning(tx: Tx, repeated: readonly Posting[]): Promise<void> {
  const rows = repeated.map(({ row }) => row);
  const known = new Map((await store.findDigests(tx, rows)).map(({ kind, ref, digest }) => [`${kind}|${ref}`, digest]));
  for (const { kind, ref, digest } of rows) {
    assert(known.get(`${kind}|${ref}`) === digest, `${kind} ${ref} was posted before with the same entries`);
  }
}
