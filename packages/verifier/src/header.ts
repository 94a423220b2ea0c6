import { type Bytes, fromHex, join, sha256, toHex } from './bytes.ts';

export type Header = {
  readonly number: number;
  readonly atMs: number;
  /** Number of ticks, which determines the shape of the tree. */
  readonly count: number;
  readonly root: Bytes;
  readonly previous: Bytes;
  readonly keyId: string;
};
/** Signing key; it signs from `fromBlock` until the next key takes over. */
export type PriceKey = { readonly id: string; readonly publicKey: Bytes; readonly fromBlock: number };

/** Previous hash of the first block. */
export const NO_BLOCK: Bytes = new Uint8Array(32);

/**
 * Returns the bytes that are hashed and signed: a prefix byte that no leaf or node has, the version, and the fields,
 * each of fixed length.
 */
export function headerBytes({ number, atMs, count, root, previous, keyId }: Header): Bytes {
  if (root.length !== 32 || previous.length !== 32 || !/^[0-9a-f]{16}$/.test(keyId)) throw new Error('no header');
  if (![number, atMs, count].every(isCount) || count >= 2 ** 32) throw new Error('no header');
  const numbers = new DataView(new ArrayBuffer(22));
  numbers.setUint16(0, 0x02_01);
  numbers.setBigUint64(2, BigInt(number));
  numbers.setBigUint64(10, BigInt(atMs));
  numbers.setUint32(18, count);
  const id = fromHex(keyId);
  return join(new Uint8Array(numbers.buffer), root, previous, id);
}

/**
 * Rejects numbers with too many bits: they would wrap around in their field, and two headers would have the same bytes.
 */
const isCount = (value: number) => Number.isSafeInteger(value) && value >= 0;

export const blockHash = async (header: Header): Promise<Bytes> => await sha256(headerBytes(header));

/** Derives a key's id from its own bytes, so that no list can assign the id to another key. */
export const keyIdOf = async (publicKey: Bytes): Promise<string> => toHex((await sha256(publicKey)).subarray(0, 8));
