import { type Bytes, join } from './bytes.ts';

/** What the house holds in one market and mode. Amounts are integers in units of 10⁻¹⁸ and may be below zero. */
export type Inventory = {
  readonly book: string;
  readonly market: number;
  readonly base: bigint;
  readonly quote: bigint;
};

/** Name of the tree of inventories in a block. */
export const INVENTORY_ROOT = 'inventory';

const BOOKS = ['demo', 'real'] as const;
const LENGTH = 37;

/** Encodes an inventory in 37 bytes: mode, market, base and quote, which are signed and have 16 bytes each. */
export function inventoryBytes({ book, market, base, quote }: Inventory): Bytes {
  const mode = BOOKS.indexOf(book as (typeof BOOKS)[number]);
  if (mode < 0 || !Number.isInteger(market) || market < 0 || market >= 2 ** 32) throw new Error('no inventory');
  const view = new DataView(new ArrayBuffer(5));
  view.setUint8(0, mode);
  view.setUint32(1, market);
  return join(new Uint8Array(view.buffer), int128(base), int128(quote));
}

/** Decodes the inventories of a block, one after the other. Throws unless they ascend by mode and market. */
export function readInventories(body: Bytes): Inventory[] {
  const inventories: Inventory[] = [];
  for (let start = 0; start < body.length; start += LENGTH) {
    const leaf = body.subarray(start, start + LENGTH);
    const book = BOOKS[leaf[0] ?? BOOKS.length];
    if (leaf.length !== LENGTH || book === undefined) throw new Error('no inventory');
    const view = new DataView(leaf.buffer, leaf.byteOffset, LENGTH);
    const inventory = { book, market: view.getUint32(1), base: readInt128(view, 5), quote: readInt128(view, 21) };
    const last = inventories.at(-1);
    if (last !== undefined && !isBefore(last, inventory)) throw new Error('no inventory');
    inventories.push(inventory);
  }
  return inventories;
}

/** Returns the leaves of the tree of inventories. */
export const inventoryLeaves = (body: Bytes): Bytes[] =>
  Array.from({ length: body.length / LENGTH }, (_, index) => body.subarray(index * LENGTH, (index + 1) * LENGTH));

const isBefore = (a: Inventory, b: Inventory): boolean => a.book < b.book || (a.book === b.book && a.market < b.market);

function int128(value: bigint): Bytes {
  if (BigInt.asIntN(128, value) !== value) throw new Error('no inventory');
  const view = new DataView(new ArrayBuffer(16));
  view.setBigInt64(0, value >> 64n);
  view.setBigUint64(8, BigInt.asUintN(64, value));
  return new Uint8Array(view.buffer);
}

const readInt128 = (view: DataView, at: number): bigint => (view.getBigInt64(at) << 64n) + view.getBigUint64(at + 8);
