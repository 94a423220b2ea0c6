import { expectDefined } from '@app/base';
import type { Output } from '@app/protocol';
import type { readReceipt } from '@app/protocol/proof';
import {
  type Bytes,
  inventoryLeaves,
  LATENCY_MS,
  merklePath,
  readInventories,
  receiptBytes,
  toHex,
} from '@app/verifier';
import * as z from 'zod/mini';
import type { Reader } from '../../platform/db/database.ts';
import { findAtPlace, findReceipts, findSeals, type LadderName, type Receipt, type SealRow } from './proof.store.ts';
import { chainedOf, ladderOf } from './receipt-fields.ts';

type Seal = NonNullable<Output<typeof readReceipt>['seal']>;
type Path = Seal['place'];

/** A block as shown, with the ticks and inventories that are still kept. */
type SealedBlock = {
  readonly header: Omit<Seal['blocks'][number], 'body'>;
  readonly signature: string;
  readonly body: string | undefined;
  readonly inventory: Bytes | undefined;
};
export type ReadBlocks = (
  db: Reader,
  span: { readonly from: number; readonly to: number },
) => Promise<readonly SealedBlock[]>;
type Deps = { readonly db: Reader; readonly readBlocks: ReadBlocks };

/** Returns the evidence that a block sealed a receipt; null until one has, and for receipts of version 1. */
export async function proveSeal({ db, readBlocks }: Deps, receipt: Receipt): Promise<Seal | null> {
  const ladder = ladderOf(receipt);
  const chained = chainedOf(receipt);
  if (ladder === undefined || chained === undefined) return null;
  const before = chained.place === 0 ? undefined : await findAtPlace(db, ladder, chained.place - 1);
  const seals = await findSeals(db, receipt.block, [receipt.id, ...(before ? [before.id] : [])]);
  const seal = sealedBy(seals, receipt.id);
  if (seal === undefined) return null;
  const [own, ...blocks] = await readBlocks(db, { from: receipt.block, to: seal.block });
  return {
    inventory: await pathToInventory(own, ladder),
    blocks: showBlocks(blocks, chained.atMs),
    signature: expectDefined(blocks.at(-1), 'the block of a seal').signature,
    place: await pathToReceipt(db, seal, receipt.id),
    before: before === undefined ? null : await proveBefore(db, before, seals),
  };
}

/** Returns the evidence that a block sealed a conversion, from the block of its earlier price on; null until one has. */
export async function proveConversionSeal(
  { db, readBlocks }: Deps,
  receipt: Receipt,
  quotedMs: number,
): Promise<Seal | null> {
  const seal = sealedBy(await findSeals(db, receipt.block, [receipt.id]), receipt.id);
  if (seal === undefined) return null;
  const [, ...blocks] = await readBlocks(db, { from: receipt.block, to: seal.block });
  return {
    inventory: null,
    blocks: showBlocks(blocks, quotedMs),
    signature: expectDefined(blocks.at(-1), 'the block of a seal').signature,
    place: await pathToReceipt(db, seal, receipt.id),
    before: null,
  };
}

/** Returns the evidence that a block sealed the receipt of a contract, from the block of its first tick on. */
export async function proveContractSeal(
  { db, readBlocks }: Deps,
  receipt: Receipt,
  start: number,
): Promise<Seal | null> {
  const seal = sealedBy(await findSeals(db, receipt.block, [receipt.id]), receipt.id);
  if (seal === undefined) return null;
  const [, ...blocks] = await readBlocks(db, { from: start, to: seal.block });
  return {
    inventory: null,
    // Every tick of a market acts on its contracts in order, so none could have been chosen instead: no ticks are shown.
    blocks: blocks.map(({ header }) => ({ ...header, body: null })),
    signature: expectDefined(blocks.at(-1), 'the block of a seal').signature,
    place: await pathToReceipt(db, seal, receipt.id),
    before: null,
  };
}

/**
 * Returns the evidence that a block sealed the receipt of a bet, from the block of its first tick on. Blocks from one on
 * are shown with their ticks, if the bet ended because there was none of its market among them.
 */
export async function proveBetSeal(
  { db, readBlocks }: Deps,
  receipt: Receipt,
  { start, quietFrom }: { readonly start: number; readonly quietFrom: number | undefined },
): Promise<Seal | null> {
  const seal = sealedBy(await findSeals(db, receipt.block, [receipt.id]), receipt.id);
  if (seal === undefined) return null;
  const [, ...blocks] = await readBlocks(db, { from: start, to: seal.block });
  const isQuiet = ({ header }: SealedBlock) => quietFrom !== undefined && header.number >= quietFrom;
  return {
    inventory: null,
    blocks: blocks.map((it) => ({ ...it.header, body: isQuiet(it) ? (it.body ?? null) : null })),
    signature: expectDefined(blocks.at(-1), 'the block of a seal').signature,
    place: await pathToReceipt(db, seal, receipt.id),
    before: null,
  };
}

/** Shows blocks with the ticks of those that were sealed so long before a time that they must have been known. */
const showBlocks = (blocks: readonly SealedBlock[], atMs: number): Seal['blocks'] =>
  blocks.map(({ header, body }) => ({ ...header, body: header.at <= atMs - LATENCY_MS ? (body ?? null) : null }));

export const sealedBy = (seals: readonly SealRow[], id: bigint): SealRow | undefined =>
  seals.find(({ receipts }) => receipts.includes(id));

/** Returns where a ladder's inventory is in the block of its price. */
async function pathToInventory(block: SealedBlock | undefined, { book, market }: LadderName): Promise<Path> {
  const body = block?.inventory ?? new Uint8Array();
  const index = readInventories(body).findIndex((it) => it.book === book && it.market === market);
  return { index, path: index < 0 ? [] : await hexPath(inventoryLeaves(body), index) };
}

/** Returns where a receipt is in the block that sealed it. */
async function pathToReceipt(db: Reader, { receipts }: SealRow, id: bigint): Promise<Path> {
  const sealed = await findReceipts(db, receipts);
  const leaves = sealed.map((it) => receiptBytes({ id: String(it.id), kind: it.kind, body: it.body }));
  const index = sealed.findIndex((it) => it.id === id);
  return { index, path: await hexPath(leaves, index) };
}

const jsonObject = z.record(z.string(), z.unknown());

/** Returns where the receipt before another is sealed: never later, because it was committed no later. */
async function proveBefore(db: Reader, { id, kind, body }: Receipt, seals: readonly SealRow[]) {
  const seal = expectDefined(sealedBy(seals, id), 'a seal no later than that of the next receipt');
  const path = await pathToReceipt(db, seal, id);
  return { ...path, id: String(id), kind, body: jsonObject.parse(body), block: seal.block };
}

const hexPath = async (leaves: readonly Bytes[], index: number): Promise<string[]> =>
  (await merklePath(leaves, index)).map(toHex);
