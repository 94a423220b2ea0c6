import type { Output } from '@app/protocol';
import type { provePrice } from '@app/protocol/market';
import { checkTick, groundOf, readKept, readProof, spanOf, type TickFinding, type TickProof } from '@app/verifier';
import { areOneList, type Contradiction, findContradictions, joinKeys } from '../check/find-contradictions.ts';
import type { KeptHead, KeptHistory, PublishedHead, PublishedKey } from '../check/kept-history.ts';
import { readLeaf } from './read-leaf.ts';

export type PriceProof = Output<typeof provePrice>;
/** The request, from the client's own data: the market's number comes from the market list. */
export type PriceQuery = { readonly symbol: string; readonly market: number; readonly seq: number };
/**
 * `told`: the response names another price than its signed bytes. `listed`: its head differs from the one in the head
 * list.
 */
export type Finding = Exclude<TickFinding, 'keptHead' | 'keptKey'> | 'told' | 'listed';
export type Case = {
  readonly query: PriceQuery;
  readonly proof: PriceProof;
  readonly listedHeads: readonly PublishedHead[];
  /** The published key list; the proof includes its own. */
  readonly listedKeys: readonly PublishedKey[];
};
export type Verdict =
  | { readonly kind: 'correct'; readonly head: PublishedHead; readonly keptHead: KeptHead | undefined }
  /** Nothing is wrong, but no published head is reached: it is not published yet or, if one is due, the evidence stops before it. */
  | { readonly kind: 'sealed'; readonly isHeadDue: boolean }
  | { readonly kind: 'wrong'; readonly findings: readonly Finding[] }
  | {
      readonly kind: 'rewritten';
      readonly contradictions: readonly Contradiction[];
      readonly findings: readonly Finding[];
    };

/**
 * Returns all heads and keys in a response. The proof is fetched last, so its keys cover every head listed before: the
 * key list alone may be one short, and a head stored without its key would make that key look backdated for ever.
 */
export const publishedBy = ({ proof, listedHeads, listedKeys }: Case) => ({
  heads: [...listedHeads, ...proof.heads],
  keys: joinKeys(listedKeys, proof.keys),
});

/** Judges a price on this device alone. A contradiction with the stored history outranks any other finding. */
export async function judgePrice(seen: Case, kept: KeptHistory, nowMs: number): Promise<Verdict> {
  const proof = readProof(seen.proof, seen.query);
  const { listedHeads, listedKeys } = seen;
  const { heads: proofHeads, keys } = seen.proof;
  const published = { proof, proofHeads, listedHeads, keyLists: [listedKeys, keys] };
  const findings = await findWrong(seen, proof);
  const contradictions = await findContradictions(kept, published, nowMs);
  if (contradictions.length > 0) return { kind: 'rewritten', contradictions, findings };
  if (findings.length > 0) return { kind: 'wrong', findings };
  return whereItLeads(seen, proof, { kept, nowMs });
}

/** Runs the same checks as the command, plus those needed only when the response itself is displayed. */
async function findWrong({ proof, listedHeads, listedKeys }: Case, read: TickProof): Promise<Finding[]> {
  const failed = await checkTick(read);
  const findings = failed.filter((name) => name !== 'keptHead' && name !== 'keptKey');
  const tick = readLeaf(proof.leaf);
  const isPublished = tick?.price === proof.price && tick.volume === proof.volume && tick.atMs === proof.at;
  return [
    ...findings,
    ...(findings.includes('keys') || areOneList(joinKeys(listedKeys, proof.keys)) ? [] : ['keys' as const]),
    ...(isPublished ? [] : ['told' as const]),
    ...(isListed(proof, listedHeads) ? [] : ['listed' as const]),
  ];
}

/**
 * Returns whether the proof's heads match the list. A head older or newer than the list is not in it; one within must
 * be, with the same hash. If none is listed, the proof must have none.
 */
function isListed({ heads }: PriceProof, listed: readonly PublishedHead[]): boolean {
  if (listed.length === 0) return heads.length === 0;
  const hashes = new Map(listed.map(({ number, hash }) => [number, hash]));
  const oldest = Math.min(...hashes.keys());
  const newest = Math.max(...hashes.keys());
  return heads.every(({ number, hash }) => number < oldest || number > newest || hashes.get(number) === hash);
}

/** Ten times as long as a head takes: a device's clock may be minutes ahead. */
const HEAD_DUE_MS = 600_000;

type Published = { readonly heads: readonly { readonly number: number }[]; readonly nowMs: number };

/** Whether a block should be under a published head by now: a later one is published, or it is old. */
export const isDue = (
  { number, atMs }: { readonly number: number; readonly atMs: number },
  { heads, nowMs }: Published,
) => heads.some((head) => head.number >= number) || nowMs - atMs > HEAD_DUE_MS;

type Reader = { readonly kept: KeptHistory; readonly nowMs: number };

function whereItLeads({ proof, listedHeads }: Case, read: TickProof, { kept, nowMs }: Reader): Verdict {
  const ground = groundOf(spanOf(read), read, readKept({ heads: kept.heads, keys: [] }));
  const keptHead = kept.heads.find(({ number }) => number === ground.keptHead?.number);
  const head = keptHead ?? proof.heads.find(({ number }) => number === ground.publishedHead?.number);
  if (head !== undefined) return { kind: 'correct', head, keptHead };
  return { kind: 'sealed', isHeadDue: isDue(read.header, { heads: [...listedHeads, ...kept.heads], nowMs }) };
}
