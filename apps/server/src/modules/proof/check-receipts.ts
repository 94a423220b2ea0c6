import { firstIdAt } from '@app/base';
import { SEALED_WITHIN_MS } from '@app/verifier';
import type { Db } from '../../platform/db/database.ts';
import * as store from './breach.store.ts';
import { hashReceipt } from './evidence.ts';

/** A ladder lives no longer than this, so receipts older than it belong to ladders whose start may not be read. */
const LADDER_MS_MAX = 15 * 60_000;

/**
 * Compares the receipts of some time with each other and with the blocks, because a phantom or a second receipt for one
 * lot verifies on its own. What it finds is recorded, and stays an alarm until an operator has resolved it.
 */
export async function checkReceipts(db: Db, sinceMs: number): Promise<readonly store.ReceiptBreach[]> {
  const from = firstIdAt(sinceMs - LADDER_MS_MAX);
  const since = firstIdAt(sinceMs);
  const found = [
    ...(await store.findOverlaps(db, since)),
    ...(await store.findBrokenChains(db, { from, since })),
    ...(await store.findBrokenPositions(db, since)),
    ...(await store.findBrokenBets(db, { from, since })),
    ...(await findWrongLinks(db, { from, since })),
    ...(await store.findNeverSealed(db, { since, withinMs: SEALED_WITHIN_MS })),
  ];
  return await store.recordBreaches(db, found);
}

/** Time for which each link of a chain of bets is computed again: a few times, because every time costs a hash. */
const LINKED_MS = 3 * 60_000;

/** Finds settlements of bets that do not name the hash of the receipt before them: it is another, or was changed. */
async function findWrongLinks(
  db: Db,
  { from, since }: { readonly from: bigint; readonly since: bigint },
): Promise<store.ReceiptBreach[]> {
  const breaches: store.ReceiptBreach[] = [];
  const recent = firstIdAt(Date.now() - LINKED_MS);
  await store.readBetLinks(db, { from, since: recent > since ? recent : since }, (links) => {
    for (const { id, place, previous, before } of links) {
      if (previous === hashReceipt({ ...before, id: BigInt(before.id) })) continue;
      const detail = `place ${place} does not name the hash of receipt ${before.id} before it`;
      breaches.push({ receipt: id, rule: 'link', detail });
    }
  });
  return breaches.slice(0, store.SHOWN_MAX);
}

/** Returns what is wrong with receipts and not resolved yet. */
export const receiptHealth = async (db: Db): Promise<string[]> =>
  (await store.readBreaches(db)).map(({ receipt, rule, detail }) => `receipt ${receipt}: ${rule}: ${detail}`);
