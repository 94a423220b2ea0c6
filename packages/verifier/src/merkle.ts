import { type Bytes, join, sha256 } from './bytes.ts';

/** A leaf and a node begin with different bytes, so that neither can be shown as the other. */
const leafHash = (leaf: Bytes) => sha256(join(Uint8Array.of(0), leaf));
const nodeHash = (left: Bytes, right: Bytes) => sha256(join(Uint8Array.of(1), left, right));

/** From the leaves up to the root. The odd one at an end goes up as it is: twins of it would hash the same. */
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

/** What stands beside the leaf on its way to the root. */
export async function merklePath(leaves: readonly Bytes[], index: number): Promise<Bytes[]> {
  const levels = await levelsOf(leaves);
  return levels.flatMap((level, height) => level[(index >> height) ^ 1] ?? []);
}

/** The root that leaf and path lead to, or nothing where a tree of so many leaves has no such path. */
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
