import { type Bytes, isSame } from './bytes.ts';
import { failing, isMedian } from './check-blocks.ts';
import { blockHash, type Header, isVersionAfter } from './header.ts';
import { rootOfPath } from './merkle.ts';
import { isOneForm, readTicks } from './tick-bytes.ts';
import { areInOrder, isKeptSigner, isReached, isSignedHeader, type Kept, type Span, type Trust } from './trust.ts';

/**
 * One tick, its Merkle path to the root of its block, and the headers from there to a head, which is the last of them.
 */
export type TickProof = Trust & { readonly market: number; readonly seq: number } & {
  readonly leaf: Bytes;
  readonly index: number;
  readonly path: readonly Bytes[];
  readonly header: Header;
  readonly signature: Bytes;
  readonly after: readonly Header[];
};
export type TickFinding = keyof typeof TICK_CHECKS;
type Look = TickProof & Required<Kept>;

/** Returns the blocks whose headers are included; a head of any of them is reached. */
export const spanOf = ({ header: { number }, after }: TickProof): Span => ({ from: number, to: number + after.length });

export const TICK_CHECKS = {
  form: ({ leaf }: TickProof) => isOneForm(leaf, readTicks(leaf)),
  asked: ({ leaf, market, seq }: TickProof) => {
    const [tick, ...more] = readTicks(leaf);
    return tick?.market === market && tick.seq === seq && more.length === 0;
  },
  median: ({ leaf }: TickProof) => readTicks(leaf).every(isMedian),
  time: ({ leaf, header }: TickProof) => readTicks(leaf).every(({ atMs }) => atMs <= header.atMs),
  inclusion: async ({ leaf, index, path, header }: TickProof) => {
    const root = await rootOfPath(leaf, index, header.count, path);
    return root !== undefined && isSame(root, header.root);
  },
  keys: ({ keys }: Look) => areInOrder(keys),
  signature: ({ header, signature, keys }: Look) => isSignedHeader(header, signature, keys),
  keptKey: ({ header, keys, keptKeys }: Look) => isKeptSigner(header, keys, keptKeys),
  version: ({ header, after }: TickProof) =>
    [header, ...after].every((it, index, all) => isVersionAfter(it, all[index - 1])),
  chain: async ({ header, after }: TickProof) => {
    const hashes = await Promise.all([header, ...after].map(blockHash));
    return after.every(
      (it, index) => it.number === header.number + index + 1 && isSame(it.previous, hashes[index] ?? it.root),
    );
  },
  /** Every published head of these blocks, and of the one before them, must equal their hash. */
  head: async ({ header, after, heads, keptHeads }: Look) => {
    const hashes = [header.previous, ...(await Promise.all([header, ...after].map(blockHash)))];
    const hashOf = (number: number) => hashes[number - header.number + 1];
    return [...heads, ...keptHeads].every(({ number, hash }) => isSame(hashOf(number) ?? hash, hash));
  },
  keptHead: (look: Look) => isReached(spanOf(look), look.keptHeads),
};

/** Returns the failed checks of a tick's proof; if there are none, the tick is the sealed one. */
export const checkTick = (
  proof: TickProof,
  { keptHeads = [], keptKeys = [] }: Kept = {},
  checks: Partial<typeof TICK_CHECKS> = TICK_CHECKS,
): Promise<TickFinding[]> => failing(checks, { ...proof, keptHeads, keptKeys });
