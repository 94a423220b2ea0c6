import { type Bytes, isSame } from './bytes.ts';
import { blockHash, type Header, isVersionAfter, NO_BLOCK, rootNamed } from './header.ts';
import { INVENTORY_ROOT, inventoryLeaves, readInventories } from './inventory.ts';
import { merkleRoot } from './merkle.ts';
import { isOneForm, readTicks, type SealedTick, tickBytes } from './tick-bytes.ts';
import { areInOrder, isKeptSigner, isReached, isSignedHeader, type Kept, type Span, type Trust } from './trust.ts';

export type Block = Header & {
  readonly signature: Bytes;
  readonly body: Bytes;
  /** What the house held; absent where the header has no such root. */
  readonly inventory?: Bytes | undefined;
};
/** Range of blocks. `from` and `to` are what was requested: the range's own claim would end wherever it was cut off. */
export type Range = Trust & Span & { readonly blocks: readonly Block[] };
export type BlockFinding = { readonly check: keyof typeof BLOCK_CHECKS; readonly block: number };

type Look = {
  readonly range: Range & Required<Kept>;
  readonly block: Block;
  readonly index: number;
  readonly hash: Bytes;
} & {
  readonly before: { readonly block: Block; readonly hash: Bytes } | undefined;
  readonly ticks: readonly SealedTick[];
  /** Each tick of the block with its predecessor in the same market, if the range contains one. */
  readonly steps: readonly (readonly [SealedTick | undefined, SealedTick])[];
};

/**
 * Whether the price is the median of its sources, the lower one of two; the encoding prevents counting a source twice.
 */
export function isMedian({ price, sources }: Pick<SealedTick, 'price' | 'sources'>): boolean {
  const sorted = sources.map((it) => it.price).sort((a, b) => (a < b ? -1 : 1));
  return sorted[(sorted.length - 1) >> 1] === price;
}

/** Each check detects one kind of tampering; `npm run proof tampering` shows that every one is needed. */
export const BLOCK_CHECKS = {
  form: ({ block, ticks }: Look) => isOneForm(block.body, ticks),
  count: ({ block, ticks }: Look) => block.count === ticks.length,
  root: async ({ block, ticks }: Look) => isSame(block.root, await merkleRoot(ticks.map(tickBytes))),
  order: ({ block, ticks }: Look) => ticks.every((tick, index) => isSorted(block, ticks[index - 1], tick)),
  /** One inventory per mode and market: with two of them, the house could choose. */
  inventory: async ({ block }: Look) => {
    const { inventory = new Uint8Array(0) } = block;
    const named = rootNamed(block, INVENTORY_ROOT);
    return (
      readInventories(inventory).length === (named?.count ?? 0) &&
      (named === undefined || isSame(named.root, await merkleRoot(inventoryLeaves(inventory))))
    );
  },
  seq: ({ steps, range }: Look) =>
    steps.every(([last, { seq }]) => (last === undefined ? range.from > 1 || seq === 1 : seq === last.seq + 1)),
  time: ({ steps, block, before }: Look) =>
    steps.every(([last, { atMs }]) => atMs >= (last?.atMs ?? 0) && atMs <= block.atMs) &&
    block.atMs >= (before?.block.atMs ?? 0),
  median: ({ ticks }: Look) => ticks.every(isMedian),
  number: ({ block, index, range }: Look) => block.number === range.from + index && block.number <= range.to,
  /** Version 1 seals less: a chain that could return to it could hide what it no longer seals. */
  version: ({ block, before }: Look) => isVersionAfter(block, before?.block),
  previous: ({ block, before }: Look) =>
    isSame(block.previous, before?.hash ?? (block.number === 1 ? NO_BLOCK : block.previous)),
  keys: ({ index, range }: Look) => index > 0 || areInOrder(range.keys),
  signature: ({ block, range }: Look) => isSignedHeader(block, block.signature, range.keys),
  keptKey: ({ block, range }: Look) => isKeptSigner(block, range.keys, range.keptKeys),
  head: ({ block: { number, previous }, hash, range }: Look) =>
    [...range.heads, ...range.keptHeads].every(
      (it) =>
        (it.number !== number || isSame(it.hash, hash)) && (it.number !== number - 1 || isSame(it.hash, previous)),
    ),
  keptHead: ({ block, index, range }: Look) =>
    index < range.blocks.length - 1 || isReached({ from: range.from, to: block.number }, range.keptHeads),
};

/** From version 2, a market has at most one tick in a block: of two sealed at once, the house could choose. */
const isSorted = ({ version }: Block, a: SealedTick | undefined, b: SealedTick) =>
  a === undefined || a.market < b.market || (version === 1 && a.market === b.market && a.seq < b.seq);

/** Returns every failed check of a range of blocks, in block order; an empty list means that the range is valid. */
export async function checkBlocks(
  claimed: Range,
  { keptHeads = [], keptKeys = [] }: Kept = {},
  checks: Partial<typeof BLOCK_CHECKS> = BLOCK_CHECKS,
): Promise<BlockFinding[]> {
  const range = { ...claimed, keptHeads, keptKeys };
  const findings: BlockFinding[] = [];
  const latest = new Map<number, SealedTick>();
  let before: Look['before'];
  for (const [index, block] of range.blocks.entries()) {
    const ticks = ticksOf(block);
    const hash = await blockHash(block).catch(() => NO_BLOCK);
    const steps = ticks.map((tick) => [latest.get(tick.market), latest.set(tick.market, tick) && tick] as const);
    const look: Look = { range, block, index, hash, before, ticks, steps };
    for (const check of await failing(checks, look)) findings.push({ check, block: block.number });
    before = { block, hash };
  }
  return checks.number === undefined ? findings : [...findings, ...findMissing(range)];
}

/** Reports the first missing block; an empty range is never valid, whatever was requested. */
function findMissing({ from, to, blocks: { length } }: Range): BlockFinding[] {
  return from + length <= to || length === 0 ? [{ check: 'number', block: from + length }] : [];
}

/** Returns the names of the failed checks; a check that throws counts as failed. */
export async function failing<Name extends string, Subject>(
  checks: Partial<Record<Name, (subject: Subject) => boolean | Promise<boolean>>>,
  subject: Subject,
): Promise<Name[]> {
  const failed = async (name: Name) => (await checks[name]?.(subject)) !== true;
  const names = Object.keys(checks) as Name[]; // Only own keys.
  const results = await Promise.all(names.map((name) => failed(name).catch(() => true)));
  return names.filter((_, index) => results[index]);
}

function ticksOf({ body }: Block): readonly SealedTick[] {
  try {
    return readTicks(body);
  } catch {
    return []; // Then the `form` check fails, as intended.
  }
}
