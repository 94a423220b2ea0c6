import { type Bytes, isSame } from './bytes.ts';
import { failing } from './check-blocks.ts';
import { spanOf, type TickProof } from './check-tick.ts';
import { blockHash, type Header, isVersionAfter, rootNamed } from './header.ts';
import { INVENTORY_ROOT, inventoryBytes } from './inventory.ts';
import { findLadderBreaks } from './ladder-chain.ts';
import { merkleRoot, rootOfPath } from './merkle.ts';
import type { Receipt } from './receipt.ts';
import { type IssuedReceipt, RECEIPTS_ROOT, receiptBytes, receiptHash } from './receipt-bytes.ts';
import type { Path, Seal } from './seal.ts';
import { isOneForm, readTicks, type SealedTick, tickBytes } from './tick-bytes.ts';
import { isKeptSigner, isReached, isSignedHeader, type Kept } from './trust.ts';
import { units } from './units.ts';

export type SealFinding = keyof typeof SEAL_CHECKS;
type Seen<Subject> = {
  readonly receipt: Subject;
  readonly seal: Seal;
  readonly kept: Required<Kept>;
  readonly atMs: number;
};
type Look = Seen<Receipt>;
/** What every kind of receipt has: its price, and itself as it was hashed. */
type AnyLook = Seen<{ readonly proof: TickProof; readonly issued: IssuedReceipt }>;

/** A price that was sealed this long before a fill is known to the house: it must not trade at an older one. */
export const LATENCY_MS = 2_000;
/** A receipt is in the first block that is sealed later than this after its fill, or in an earlier one. */
export const SEALED_WITHIN_MS = 10_000;

/** Checks that a receipt of version 2 was sealed at its time, at the newest price, after all others of its ladder. */
export const SEAL_CHECKS = {
  /** The chain of blocks from the tick's to the one that sealed the receipt has no gap. */
  blocks: async ({ receipt, seal: { blocks } }: AnyLook) => {
    const headers = [receipt.proof.header, ...blocks.map(({ header }) => header)];
    const hashes = await Promise.all(headers.map(blockHash));
    return headers.every(
      (it, index) =>
        index === 0 ||
        (it.number === receipt.proof.header.number + index &&
          isVersionAfter(it, headers[index - 1]) &&
          it.atMs >= (headers[index - 1]?.atMs ?? 0) &&
          isSame(it.previous, hashes[index - 1] ?? it.root)),
    );
  },
  signature: ({ receipt: { proof }, seal }: AnyLook) => isSignedHeader(lastOf(seal), seal.signature, proof.keys),
  keptKey: ({ receipt: { proof }, seal, kept }: AnyLook) => isKeptSigner(lastOf(seal), proof.keys, kept.keptKeys),
  /** No head contradicts these blocks, nor do the headers that lead from the tick to a head: there is one history. */
  head: async ({ receipt: { proof }, seal: { blocks }, kept }: AnyLook) => {
    const hashes = new Map(await Promise.all(blocks.map(({ header }) => numberAndHash(header))));
    const led = await Promise.all(proof.after.map(numberAndHash));
    const heads = [...proof.heads, ...kept.keptHeads].map(({ number, hash }) => [number, hash] as const);
    return [...led, ...heads].every(([number, hash]) => isSame(hashes.get(number) ?? hash, hash));
  },
  /** If the reader kept heads, one of them is at or after the block that sealed the receipt: it pins the seal too. */
  keptHead: ({ receipt: { proof }, seal, kept }: AnyLook) => {
    const { number } = lastOf(seal);
    return isReached({ from: number, to: Math.max(number, spanOf(proof).to) }, kept.keptHeads);
  },
  /** The last block contains the receipt. */
  sealed: ({ receipt: { issued }, seal }: AnyLook) => isIn(lastOf(seal), issued, seal.place),
  /** It was sealed at once: blocks that came later than the limit did not pass before it. */
  soon: ({ receipt: { proof }, seal, atMs }: AnyLook) => {
    const before = seal.blocks.at(-2)?.header ?? proof.header;
    return before.atMs <= atMs + SEALED_WITHIN_MS && lastOf(seal).atMs >= atMs - LATENCY_MS;
  },
  /** The block of the tick contains the inventory from which the ladder was computed. */
  inventory: async ({ receipt: { issued, proof, market }, seal: { inventory } }: Look) => {
    const { book, inventory: claimed } = issued.body;
    const leaf = inventoryBytes({ book, market, base: units(claimed.base), quote: units(claimed.quote) });
    return await isPathTo(proof.header, INVENTORY_ROOT, leaf, inventory);
  },
  /** No later price of this market was sealed so long before the fill that the house must have known it. */
  newest: async ({ receipt: { market }, seal: { blocks }, atMs }: Look) => {
    const known = blocks.filter(({ header }) => header.atMs <= atMs - LATENCY_MS);
    const arePassed = await Promise.all(known.map(({ header, body }) => hasNoTick(header, body, market)));
    return arePassed.every((isPassed) => isPassed);
  },
  /** What was taken before is what all receipts before it add up to, from the first one of its ladder. */
  chain: async ({ receipt: { issued, earlier }, seal: { before } }: Look) => {
    const all = [...(earlier ?? (before === undefined ? [] : [before.receipt])), issued];
    return (await findLadderBreaks(all)).length === 0;
  },
  /** The receipt before it was sealed too. */
  before: async ({ receipt: { issued }, seal: { before, blocks } }: Look) => {
    const { previous } = issued.body.chain ?? {};
    if (before === undefined) return previous === null;
    const block = blocks.find(({ header }) => header.number === before.block);
    const isSealed = block !== undefined && (await isIn(block.header, before.receipt, before));
    return isSealed && previous === (await receiptHash(before.receipt));
  },
};

/** Returns the failed checks of a seal. */
export const checkSeal = (
  receipt: Receipt,
  { seal, atMs }: { readonly seal: Seal; readonly atMs: number },
  { keptHeads = [], keptKeys = [] }: Kept = {},
  checks: Partial<typeof SEAL_CHECKS> = SEAL_CHECKS,
): Promise<SealFinding[]> => failing(checks, { receipt, seal, atMs, kept: { keptHeads, keptKeys } });

const numberAndHash = async (header: Header) => [header.number, await blockHash(header)] as const;

function lastOf({ blocks }: Seal): Header {
  const last = blocks.at(-1);
  if (last === undefined) throw new Error('no block sealed it');
  return last.header;
}

const isIn = (header: Header, receipt: IssuedReceipt, path: Path): Promise<boolean> =>
  isPathTo(header, RECEIPTS_ROOT, receiptBytes(receipt), path);

async function isPathTo(header: Header, name: string, leaf: Bytes, { index, path }: Path): Promise<boolean> {
  const named = rootNamed(header, name);
  const root = named && (await rootOfPath(leaf, index, named.count, path));
  return named !== undefined && root !== undefined && isSame(root, named.root);
}

/** Whether these are all ticks of the block, and none is of the market. */
export async function hasNoTick(header: Header, body: Bytes | undefined, market: number): Promise<boolean> {
  const ticks = await wholeBody(header, body);
  return ticks !== undefined && !ticks.some((it) => it.market === market);
}

/** Returns the ticks of a block; undefined if these are not all of them. */
export async function wholeBody(header: Header, body: Bytes | undefined): Promise<readonly SealedTick[] | undefined> {
  if (body === undefined) return undefined;
  const ticks = readTicks(body);
  const isWhole = isOneForm(body, ticks) && ticks.length === header.count;
  return isWhole && isSame(header.root, await merkleRoot(ticks.map(tickBytes))) ? ticks : undefined;
}
