import { checkTick, readKept, TICK_CHECKS, type TickProof } from '@app/verifier';
import type { KeptHistory, PublishedHead, PublishedKey } from './kept-history.ts';

/** A point where the response and the history stored on this device cannot both be true. */
export type Contradiction = {
  readonly kind: 'head' | 'chain' | 'head_gone' | 'key_gone' | 'key_backdated';
  readonly block: number;
};
export type Published = {
  readonly proof: TickProof;
  readonly proofHeads: readonly PublishedHead[];
  readonly listedHeads: readonly PublishedHead[];
  /** The published key list, and the one included in the proof. */
  readonly keyLists: readonly (readonly PublishedKey[])[];
};

/** A replica may lag for a while; anything published this long ago is in every replica. */
const COPIES_AGREE_MS = 600_000;

/** Finds contradictions: a self-consistent proof is still false if its history differs from the stored one. */
export async function findContradictions(
  kept: KeptHistory,
  published: Published,
  nowMs: number,
): Promise<Contradiction[]> {
  const found = [
    ...changedHeads(kept, [...published.proofHeads, ...published.listedHeads]),
    ...(await brokenChain(kept, published.proof)),
    ...goneHeads(kept, published.listedHeads, nowMs),
    ...published.keyLists.flatMap((keys) => changedKeys(kept, keys)),
  ];
  return [...new Map(found.map((it) => [`${it.kind} ${it.block}`, it])).values()];
}

function changedHeads({ heads }: KeptHistory, published: readonly PublishedHead[]): Contradiction[] {
  const hashes = new Map(heads.map(({ number, hash }) => [number, hash]));
  const changed = published.filter(({ number, hash }) => (hashes.get(number) ?? hash) !== hash);
  return changed.map(({ number }) => ({ kind: 'head', block: number }));
}

/** Checks the headers against stored heads, so that a head left out of the proof still counts. */
async function brokenChain({ heads }: KeptHistory, proof: TickProof): Promise<Contradiction[]> {
  const kept = readKept({ heads, keys: [] });
  const findings = await checkTick({ ...proof, heads: [] }, kept, { head: TICK_CHECKS.head });
  return findings.length > 0 ? [{ kind: 'chain', block: proof.header.number }] : [];
}

/**
 * Finds missing heads. The list has every newest head without a gap, so a stored one in its range must be there, and so
 * must one after it.
 */
function goneHeads({ heads }: KeptHistory, listed: readonly PublishedHead[], nowMs: number): Contradiction[] {
  const numbers = new Set(listed.map(({ number }) => number));
  const oldest = Math.min(...numbers);
  const newest = Math.max(...numbers, 0);
  const isDue = (keptAt: number) => nowMs - keptAt >= COPIES_AGREE_MS;
  return heads
    .filter(({ number, keptAt }) => (number > newest ? isDue(keptAt) : number >= oldest && !numbers.has(number)))
    .map(({ number }) => ({ kind: 'head_gone', block: number }));
}

/** Finds changed keys. A published key never changes, and a new one cannot start before blocks already published. */
function changedKeys({ heads, keys }: KeptHistory, published: readonly PublishedKey[]): Contradiction[] {
  const newest = Math.max(...heads.map(({ number }) => number), 0);
  const isSameKey = (a: PublishedKey, b: PublishedKey) =>
    a.id === b.id && a.public_key === b.public_key && a.from_block === b.from_block;
  const gone = keys.filter((key) => !published.some((it) => isSameKey(it, key)));
  const isBackdated = (it: PublishedKey) => it.from_block <= newest && !keys.some(({ id }) => id === it.id);
  const backdated = keys.length > 0 ? published.filter(isBackdated) : [];
  return [
    ...gone.map((key) => ({ kind: 'key_gone' as const, block: key.from_block })),
    ...backdated.map((key) => ({ kind: 'key_backdated' as const, block: key.from_block })),
  ];
}

/** Merges key lists, ordered by first block. A key on which they differ appears twice. */
export function joinKeys(...lists: readonly (readonly PublishedKey[])[]): readonly PublishedKey[] {
  const keys = new Map(lists.flat().map((key) => [`${key.id} ${key.public_key} ${key.from_block}`, key]));
  return [...keys.values()].sort((a, b) => a.from_block - b.from_block);
}

/** Returns whether each id and each first block occurs once. */
export function areOneList(keys: readonly PublishedKey[]): boolean {
  const names = new Set(keys.map(({ id }) => id));
  const blocks = new Set(keys.map(({ from_block }) => from_block));
  return names.size === keys.length && blocks.size === keys.length;
}
