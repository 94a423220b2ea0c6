import type { Tx } from '../../platform/db/database.ts';
import { insertConversionReceipt, insertReceipts, type Receipt } from './proof.store.ts';

/** Issues receipts in the transaction of the outcomes they prove: neither exists without the other. */
export async function issueReceipts(tx: Tx, receipts: readonly Receipt[]): Promise<void> {
  if (receipts.length > 0) await insertReceipts(tx, receipts);
}

/** Issues the receipt of a conversion in the transaction that stored it, after it. */
export const issueConversionReceipt = (tx: Tx, receipt: Omit<Receipt, 'kind'>): Promise<void> =>
  insertConversionReceipt(tx, receipt);
