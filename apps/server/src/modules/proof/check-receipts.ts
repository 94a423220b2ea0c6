import { firstIdAt } from '@app/base';
import { SEALED_WITHIN_MS } from '@app/verifier';
import type { Db } from '../../platform/db/database.ts';
import * as store from './breach.store.ts';

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
    ...(await store.findNeverSealed(db, { since, withinMs: SEALED_WITHIN_MS })),
  ];
  return await store.recordBreaches(db, found);
}

/** Returns what is wrong with receipts and not resolved yet. */
export const receiptHealth = async (db: Db): Promise<string[]> =>
  (await store.readBreaches(db)).map(({ receipt, rule, detail }) => `receipt ${receipt}: ${rule}: ${detail}`);
