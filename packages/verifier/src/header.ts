import { type Bytes, fromHex, join, sha256, textBytes, toHex, uint64 } from './bytes.ts';

/** Root of a Merkle tree, with its number of leaves, which determines the shape of the tree. */
export type NamedRoot = { readonly name: string; readonly count: number; readonly root: Bytes };

export type Header = {
  /** Version 1 seals ticks only; version 2 seals any named trees besides. A chain never returns to version 1. */
  readonly version: number;
  readonly number: number;
  readonly atMs: number;
  /** Number of ticks, and the root of their tree. */
  readonly count: number;
  readonly root: Bytes;
  /** Further trees by ascending name; a tree without leaves is left out. Always empty in version 1. */
  readonly roots: readonly NamedRoot[];
  readonly previous: Bytes;
  readonly keyId: string;
};
/** Signing key; it signs from `fromBlock` until the next key takes over. */
export type PriceKey = { readonly id: string; readonly publicKey: Bytes; readonly fromBlock: number };

/** Previous hash of the first block. */
export const NO_BLOCK: Bytes = new Uint8Array(32);

/** Name of the tree of ticks among the named roots of version 2. */
const TICKS = 'ticks';

/**
 * Returns the bytes that are hashed and signed: a prefix byte that no leaf or node has, the version, and the fields.
 * Every field has a fixed length or is preceded by it, so no two headers have the same bytes.
 */
export function headerBytes(header: Header): Bytes {
  const { version, number, atMs, previous, keyId } = header;
  must(previous.length === 32 && /^[0-9a-f]{16}$/.test(keyId) && [number, atMs].every(isCount));
  const bytes = version === 1 ? bytesOfVersion1(header) : bytesOfVersion2(header);
  return join(bytes, previous, fromHex(keyId));
}

function bytesOfVersion1({ number, atMs, count, root, roots }: Header): Bytes {
  must(roots.length === 0);
  return join(Uint8Array.of(PREFIX, 1), uint64(number), uint64(atMs), countAndRoot({ count, root }));
}

function bytesOfVersion2({ version, number, atMs, count, root, roots }: Header): Bytes {
  const all = [...roots, { name: TICKS, count, root }].sort(byName);
  must(version === 2 && all.length <= ROOTS_MAX && all.every(isNamed) && all.every(isAfterLast));
  must(roots.every((it, index) => isAfterLast(it, index, roots)));
  const named = all.map((it) => join(Uint8Array.of(it.name.length), textBytes(it.name), countAndRoot(it)));
  return join(Uint8Array.of(PREFIX, 2), uint64(number), uint64(atMs), Uint8Array.of(all.length), ...named);
}

const PREFIX = 0x02;
const ROOTS_MAX = 16;

/** An empty tree is left out, so that there is one way to say that there is none. */
const isNamed = ({ name, count }: NamedRoot) => /^[a-z][a-z_]{0,30}$/.test(name) && count > 0;
const byName = (a: NamedRoot, b: NamedRoot): number => (a.name < b.name ? -1 : 1);
const isAfterLast = ({ name }: NamedRoot, index: number, all: readonly NamedRoot[]): boolean =>
  index === 0 || name > (all[index - 1]?.name ?? name);

function countAndRoot({ count, root }: Omit<NamedRoot, 'name'>): Bytes {
  must(root.length === 32 && isCount(count) && count < 2 ** 32);
  return join(uint64(count).subarray(4), root);
}

/** Whether the version is a known one and not lower than that of the block before. */
export const isVersionAfter = ({ version }: Header, before: Header | undefined): boolean =>
  (version === 1 || version === 2) && version >= (before?.version ?? 1);

/** Returns a named tree of a block, or undefined if the block has none of that name. */
export const rootNamed = ({ roots }: Header, name: string): NamedRoot | undefined =>
  roots.find((it) => it.name === name);

/**
 * Rejects numbers with too many bits: they would wrap around in their field, and two headers would have the same bytes.
 */
const isCount = (value: number) => Number.isSafeInteger(value) && value >= 0;

function must(isValid: boolean): void {
  if (!isValid) throw new Error('no header');
}

export const blockHash = async (header: Header): Promise<Bytes> => await sha256(headerBytes(header));

/** Derives a key's id from its own bytes, so that no list can assign the id to another key. */
export const keyIdOf = async (publicKey: Bytes): Promise<string> => toHex((await sha256(publicKey)).subarray(0, 8));
