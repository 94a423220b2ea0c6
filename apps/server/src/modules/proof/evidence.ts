import { hash } from 'node:crypto';
import { firstIdAt } from '@app/base';
import { type Amount, parseDecimal } from '@app/money';
import { type Bytes, inventoryBytes, type NamedRoot, receiptBytes } from '@app/verifier';
import type { Tx } from '../../platform/db/database.ts';
import { insertSeal, type Receipt, readUnsealed } from './proof.store.ts';

/** What the next block seals besides prices. Prices belong to the market module, which defines the same shape. */
type Evidence = {
  readonly seen: string;
  readonly inventory: Bytes;
  readonly receipts: readonly { readonly id: bigint; readonly leaf: Bytes }[];
  readonly heads?: readonly NamedRoot[];
};

/** The last block: its time, and its snapshot, which is undefined before the first block of version 2. */
type LastBlock = { readonly seen: string | undefined; readonly atMs: number };

/** Older partitions need not be read for every block: what is issued under an older id is noted by the database. */
const OLD_MS = 7 * 24 * 3_600_000;

/**
 * Seals into each block what the house holds and the receipts issued since the last block. Both are read in one
 * statement, so what the house held at one block differs from the next by exactly the receipts and funds between them.
 */
export const receiptEvidence = {
  read: async (tx: Tx, last: LastBlock): Promise<Evidence> => {
    const from = last.seen === undefined ? 0n : firstIdAt(last.atMs - OLD_MS);
    const unsealed = await readUnsealed(tx, last.seen, from);
    const amount = (text: string): Amount => parseDecimal<Amount>(text);
    const inventories = unsealed.inventories
      .map(({ book, market, base, quote }) => ({ book, market, base: amount(base), quote: amount(quote) }))
      .sort((a, b) => (a.book === b.book ? a.market - b.market : a.book < b.book ? -1 : 1));
    return {
      seen: unsealed.seen,
      inventory: new Uint8Array(Buffer.concat(inventories.map(inventoryBytes))),
      receipts: unsealed.receipts.map(({ id, kind, body }) => ({
        id: BigInt(id),
        leaf: receiptBytes({ id, kind, body }),
      })),
    };
  },
  record: async (tx: Tx, block: number, { receipts }: Evidence): Promise<void> => {
    if (receipts.length > 0)
      await insertSeal(
        tx,
        block,
        receipts.map(({ id }) => id),
      );
  },
};

/** Computes the verifier's `receiptHash` at once: the engine decides without waiting. */
export const hashReceipt = ({ id, kind, body }: Pick<Receipt, 'id' | 'kind' | 'body'>): string =>
  hash('sha256', receiptBytes({ id: String(id), kind, body }));
