import { type Bytes, join, sha256 } from './bytes.ts';

/** Hashes a leaf; leaves and nodes have different prefix bytes, so that neither can be presented as the other. */
const leafHash = (leaf: Bytes) => sha256(join(Uint8Array.of(0), leaf));
const nodeHash = (left: Bytes, right: Bytes) => sha256(join(Uint8Array.of(1), left, right));

/**
 * Returns all levels from the leaves to the root. An odd node at the end is promoted unchanged: pairing it with itself
 * would give the same hash as a duplicate.
 */
async function levelsOf(leaves: readonly Bytes[]): Promise<Bytes[][]> {
  let level = await Promise.all(leaves.map(leafHash));
  const levels = [level];
  while (level.length > 1) {
    const pairs = level.flatMap((left, index) => (index % 2 === 0 ? [[left, level[index + 1]] as const] : []));
    level = await Promise.all(pairs.map(([left, right]) => (right === undefined ? left : nodeHash(left, right))));
    levels.push(level);
  }
  return levels;
}

export const merkleRoot = async (leaves: readonly Bytes[]): Promise<Bytes> =>
  (await levelsOf(leaves)).at(-1)?.[0] ?? new Uint8Array(32);

/** Returns the sibling hashes on the way from a leaf to the root. */
export async function merklePath(leaves: readonly Bytes[], index: number): Promise<Bytes[]> {
  const levels = await levelsOf(leaves);
  return levels.flatMap((level, height) => level[(index >> height) ^ 1] ?? []);
}

/** Returns the root for a leaf and its path, or undefined if a tree of that many leaves has no such path. */
export async function rootOfPath(leaf: Bytes, index: number, count: number, path: readonly Bytes[]) {
  if (!(Number.isInteger(index) && index >= 0 && index < count)) return undefined;
  const beside = [...path];
  let hash = await leafHash(leaf);
  let at = index;
  for (let width = count; width > 1; at >>= 1, width = (width + 1) >> 1) {
    if ((at ^ 1) >= width) continue;
    const other = beside.shift();
    if (other?.length !== 32) return undefined;
    hash = await (at % 2 === 0 ? nodeHash(hash, other) : nodeHash(other, hash));
  }
  return beside.length === 0 ? hash : undefined;
}
