import { blockHash, isSame, type TickProof } from '@app/verifier';

export type Links = { readonly matching: number; readonly all: number };

/** Counts the links from the block to the last header that came with it: each names the hash of the one before. */
export async function countLinks({ header, after }: TickProof): Promise<Links> {
  const chain = [header, ...after];
  const hashes = await Promise.all(chain.map((it) => blockHash(it).catch(() => undefined)));
  const matches = after.map((it, index) => {
    const hash = hashes[index];
    return hash !== undefined && it.number === header.number + index + 1 && isSame(it.previous, hash);
  });
  return { matching: matches.filter(Boolean).length, all: after.length };
}

/** Number of marks that fit side by side on the narrowest screen. */
const SHOWN_MAX = 61;

/** Scales a long chain down; a broken link always leaves a visible gap. */
export function graduationsOf({ matching, all }: Links): { readonly count: number; readonly on: number } {
  const count = Math.min(all, SHOWN_MAX);
  return { count, on: all === 0 ? 0 : Math.floor((count * matching) / all) };
}
