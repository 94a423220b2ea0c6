import type { Tx } from '../../platform/database.ts';
import { insertReceipts, type Receipt } from './proof.store.ts';

/** In the transaction of what they are for: whoever has the one has the other. */
export async function issueReceipts(tx: Tx, receipts: readonly Receipt[]): Promise<void> {
  if (receipts.length > 0) await insertReceipts(tx, receipts);
}
