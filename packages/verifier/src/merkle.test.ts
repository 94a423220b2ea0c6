import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isSame, join, sha256 } from './bytes.ts';
import { merklePath, merkleRoot, rootOfPath } from './merkle.ts';

const leavesOf = (count: number): Uint8Array[] =>
  Array.from({ length: count }, (_, index) => Uint8Array.of(7, index >> 8, index & 255));
const tree = fc.integer({ min: 1, max: 40 }).map(leavesOf);

describe('the tree', () => {
  it('verifies every leaf against its root, and no other leaf, index or path', async () => {
    await fc.assert(
      fc.asyncProperty(tree, fc.nat(), fc.nat(), async (leaves, one, other) => {
        const index = one % leaves.length;
        const wrong = other % (leaves.length + 2);
        const root = await merkleRoot(leaves);
        const path = await merklePath(leaves, index);
        const leaf = leaves[index] as Uint8Array;
        const leads = async (from: Uint8Array, at: number, count: number, way: readonly Uint8Array[]) => {
          const reached = await rootOfPath(from, at, count, way);
          return reached !== undefined && isSame(reached, root);
        };
        expect(await leads(leaf, index, leaves.length, path)).toBe(true);
        if (wrong !== index) expect(await leads(leaf, wrong, leaves.length, path)).toBe(false);
        expect(await leads(Uint8Array.of(9), index, leaves.length, path)).toBe(false);
        expect(await leads(leaf, index, leaves.length, [...path, root])).toBe(false);
        if (path.length > 0) expect(await leads(leaf, index, leaves.length, path.slice(1))).toBe(false);
        expect(await leads(leaf, -1, leaves.length, path)).toBe(false);
        expect(await leads(leaf, index + 0.5, leaves.length, path)).toBe(false);
      }),
    );
  });

  it('has another root for every leaf that is changed, added, dropped or moved', async () => {
    await fc.assert(
      fc.asyncProperty(tree, fc.nat(), async (leaves, place) => {
        const root = await merkleRoot(leaves);
        const at = place % leaves.length;
        const others = [
          leaves.with(at, Uint8Array.of(9)),
          leaves.toSpliced(at, 1),
          [...leaves, leaves.at(-1) as Uint8Array],
        ];
        if (at > 0)
          others.push(leaves.toSpliced(0, 1, leaves[at] as Uint8Array).toSpliced(at, 1, leaves[0] as Uint8Array));
        for (const other of others) expect(isSame(await merkleRoot(other), root)).toBe(false);
      }),
    );
  });

  it('given an odd leaf at the end, when it is duplicated, then the root differs (CVE-2012-2459)', async () => {
    const [a, b, c] = leavesOf(3) as [Uint8Array, Uint8Array, Uint8Array];
    expect(isSame(await merkleRoot([a, b, c]), await merkleRoot([a, b, c, c]))).toBe(false);
  });

  it('given an inner node, when it is presented as a leaf, then the root differs', async () => {
    const [a, b] = leavesOf(2) as [Uint8Array, Uint8Array];
    const hashes = await Promise.all([a, b].map((leaf) => sha256(join(Uint8Array.of(0), leaf))));
    expect(isSame(await merkleRoot([join(...hashes)]), await merkleRoot([a, b]))).toBe(false);
  });

  it('equals RFC 6962 for the sizes where both promote, and the root of no leaves is all zeros', async () => {
    const [a, b] = leavesOf(2) as [Uint8Array, Uint8Array];
    const hash = (mark: number, ...parts: readonly Uint8Array[]) => sha256(join(Uint8Array.of(mark), ...parts));
    const left = await hash(0, a);
    const right = await hash(0, b);
    expect(await merkleRoot([a, b])).toEqual(await hash(1, left, right));
    expect(await merkleRoot([a, b, a])).toEqual(await hash(1, await hash(1, left, right), left));
    expect(await merkleRoot([])).toEqual(new Uint8Array(32));
  });
});
