import { type Bytes, isSame } from './bytes.ts';
import { failing } from './check-blocks.ts';
import { blockHash, type Header, isVersionAfter, rootNamed } from './header.ts';
import { INVENTORY_ROOT, inventoryBytes } from './inventory.ts';
import { merkleRoot, rootOfPath } from './merkle.ts';
import type { HouseFillText, Receipt } from './receipt.ts';
import { type IssuedReceipt, RECEIPTS_ROOT, receiptBytes, receiptHash } from './receipt-bytes.ts';
import type { Path, Seal } from './seal.ts';
import { isOneForm, readTicks, tickBytes } from './tick-bytes.ts';
import { isKeptSigner, isSignedHeader, type Kept } from './trust.ts';
import { units } from './units.ts';

export type SealFinding = keyof typeof SEAL_CHECKS;
type Look = { readonly receipt: Receipt; readonly seal: Seal; readonly kept: Required<Kept>; readonly atMs: number };

/** A price that was sealed this long before a fill is known to the house: it must not trade at an older one. */
export const LATENCY_MS = 2_000;
/** A receipt is in the first block that is sealed later than this after its fill, or in an earlier one. */
export const SEALED_WITHIN_MS = 10_000;

/** Checks that a receipt of version 2 was sealed at its time, at the newest price, after all others of its ladder. */
export const SEAL_CHECKS = {
  /** The chain of blocks from the tick's to the one that sealed the receipt has no gap. */
  blocks: async ({ receipt, seal: { blocks } }: Look) => {
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
  signature: ({ receipt: { proof }, seal }: Look) => isSignedHeader(lastOf(seal), seal.signature, proof.keys),
  keptKey: ({ receipt: { proof }, seal, kept }: Look) => isKeptSigner(lastOf(seal), proof.keys, kept.keptKeys),
  /** No head, published or kept, contradicts these blocks. */
  head: async ({ receipt: { proof }, seal: { blocks }, kept }: Look) => {
    const hashes = new Map(
      await Promise.all(blocks.map(async ({ header }) => [header.number, await blockHash(header)] as const)),
    );
    return [...proof.heads, ...kept.keptHeads].every(({ number, hash }) => isSame(hashes.get(number) ?? hash, hash));
  },
  /** The last block contains the receipt. */
  sealed: ({ receipt: { issued }, seal }: Look) => isIn(lastOf(seal), issued, seal.place),
  /** It was sealed at once: blocks that came later than the limit did not pass before it. */
  soon: ({ receipt: { proof }, seal, atMs }: Look) => {
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
  /** What was taken before is what the receipts before it add up to. */
  chain: async ({ receipt: { issued }, seal }: Look) => {
    const { chain, taken } = issued.body;
    if (chain?.place === 0) return chain.previous === null && taken === 0 && seal.before === undefined;
    const before = seal.before;
    if (chain === undefined || before === undefined || chain.previous !== (await receiptHash(before.receipt)))
      return false;
    return isNextOf(issued.body, before.receipt.body);
  },
  /** The receipt before it was sealed too. */
  before: async ({ seal: { before, blocks } }: Look) => {
    if (before === undefined) return true;
    const block = blocks.find(({ header }) => header.number === before.block);
    return block !== undefined && (await isIn(block.header, before.receipt, before));
  },
};

/** Returns the failed checks of a seal. */
export const checkSeal = (
  receipt: Receipt,
  { seal, atMs }: { readonly seal: Seal; readonly atMs: number },
  { keptHeads = [], keptKeys = [] }: Kept = {},
  checks: Partial<typeof SEAL_CHECKS> = SEAL_CHECKS,
): Promise<SealFinding[]> => failing(checks, { receipt, seal, atMs, kept: { keptHeads, keptKeys } });

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
async function hasNoTick(header: Header, body: Bytes | undefined, market: number): Promise<boolean> {
  if (body === undefined) return false;
  const ticks = readTicks(body);
  const isWhole = isOneForm(body, ticks) && ticks.length === header.count;
  return (
    isWhole && isSame(header.root, await merkleRoot(ticks.map(tickBytes))) && !ticks.some((it) => it.market === market)
  );
}

/** Whether a receipt continues the ladder of the one before it: same ladder, next place, all lots counted. */
function isNextOf(body: HouseFillText, before: HouseFillText): boolean {
  const lots = units(before.fill.quantity) / units(before.grid.lot);
  return (
    ladderOf(body) === ladderOf(before) &&
    body.chain?.place === (before.chain?.place ?? Number.NaN) + 1 &&
    BigInt(body.taken) === BigInt(before.taken) + lots
  );
}

/** Returns all inputs of the ladder that a receipt is about, and its side. */
const ladderOf = ({ rule, version, book, fill, tick, inventory, settings, grid }: HouseFillText): string =>
  JSON.stringify([
    rule,
    version,
    book,
    fill.market,
    fill.side,
    [tick.market, tick.seq, tick.price, tick.block],
    [inventory.base, inventory.quote],
    settings.version,
    [grid.price_tick, grid.lot],
  ]);
