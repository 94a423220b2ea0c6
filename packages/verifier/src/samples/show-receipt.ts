import {
  type Block,
  type Bytes,
  type HouseReceipt,
  type IssuedReceipt,
  LATENCY_MS,
  merklePath,
  type ProofText,
  type ReceiptText,
  type SealText,
  type TickProof,
  tickBytes,
  toHex,
} from '../index.ts';
import { type Draft, inventoryLeavesOf, receiptLeavesOf } from './history.ts';
import type { House } from './house.ts';
import { headerText, proofText } from './texts.ts';

/** Returns all sealed receipts of a house. */
export const receiptsOf = ({ drafts }: Pick<House, 'drafts'>): readonly HouseReceipt[] =>
  drafts.flatMap(({ receipts = [] }) => receipts as readonly HouseReceipt[]);

/** Returns the sealed receipts on the same side of the same ladder, in order. */
export const ladderReceipts = (house: Pick<House, 'drafts'>, { body }: HouseReceipt): readonly HouseReceipt[] => {
  const nameOf = ({ book, fill, tick }: HouseReceipt['body']) => `${book} ${fill.market} ${fill.side} ${tick.seq}`;
  return receiptsOf(house)
    .filter((it) => nameOf(it.body) === nameOf(body))
    .sort((a, b) => (a.body.chain?.place ?? 0) - (b.body.chain?.place ?? 0));
};

/**
 * Returns what the API answers about a receipt. Pass the receipts before it if they are not the sealed ones: a forger
 * may name others.
 */
export async function showReceipt(
  house: House,
  receipt: HouseReceipt,
  ladder: readonly HouseReceipt[] = ladderReceipts(house, receipt),
): Promise<ReceiptText> {
  const { kind, body } = receipt;
  const settings = body.version === 3 ? house.settings : house.oldSettings;
  const answer = { kind, body, settings, proof: await showProof(house, receipt) };
  if (body.version === 1) return { ...answer, freshness: null, seal: null };
  return { ...answer, freshness: house.freshness, seal: await showSeal(house, receipt, ladder), ladder };
}

/** Returns the number of the block that sealed a receipt, or undefined. */
export const sealedIn = ({ drafts }: Pick<House, 'drafts'>, { id }: Pick<IssuedReceipt, 'id'>): number | undefined => {
  const index = drafts.findIndex(({ receipts = [] }) => receipts.some((it) => it.id === id));
  return index < 0 ? undefined : index + 1;
};

const showProof = (house: House, receipt: HouseReceipt): Promise<ProofText> =>
  showTickProof(house, receipt.body.tick, receipt);

type NamedTick = { readonly market: number; readonly seq: number; readonly block: number };

/** Proves a tick, with headers up to the first head that covers both its block and the one that sealed the receipt. */
export async function showTickProof(
  house: House,
  { market, seq, block: number }: NamedTick,
  receipt: Pick<IssuedReceipt, 'id'>,
): Promise<ProofText> {
  const { ticks } = draftAt(house, number);
  const index = ticks.findIndex((it) => it.market === market && it.seq === seq);
  const leaves = ticks.map(tickBytes);
  const last = sealedIn(house, receipt) ?? number;
  const head = house.heads.find((it) => it.number >= last);
  const block = blockAt(house, number);
  const proof: TickProof = {
    market,
    seq,
    index,
    leaf: leaves[index] ?? new Uint8Array(0),
    path: await merklePath(leaves, index),
    header: block,
    signature: block.signature,
    after: house.blocks.slice(number, head?.number ?? number),
    keys: house.signers,
    heads: house.heads.filter((it) => it.number === head?.number),
  };
  return proofText(proof);
}

async function showSeal(
  house: House,
  receipt: HouseReceipt,
  ladder: readonly HouseReceipt[],
): Promise<SealText | null> {
  const last = sealedIn(house, receipt);
  if (last === undefined) return null;
  const { book, fill, tick, chain } = receipt.body;
  const known = (fill.at ?? 0) - LATENCY_MS;
  const draft = draftAt(house, tick.block);
  const at = (draft.inventories ?? []).findIndex((it) => it.book === book && it.market === fill.market);
  const before = ladder[(chain?.place ?? 0) - 1];
  return {
    inventory: await pathIn(inventoryLeavesOf(draft), at),
    blocks: house.blocks.slice(tick.block, last).map((block) => ({
      ...headerText(block),
      body: block.atMs <= known ? toHex(block.body) : null,
    })),
    signature: toHex(blockAt(house, last).signature),
    place: await placeIn(house, receipt, last),
    before: before === undefined ? null : await showBefore(house, before, last),
  };
}

/** Claims of an unsealed one that it is in the last block. */
async function showBefore(house: House, before: HouseReceipt, last: number) {
  const block = sealedIn(house, before) ?? last;
  return { ...before, block, ...(await placeIn(house, before, block)) };
}

export function placeIn(house: House, { id }: Pick<IssuedReceipt, 'id'>, number: number) {
  const draft = draftAt(house, number);
  return pathIn(
    receiptLeavesOf(draft),
    (draft.receipts ?? []).findIndex((it) => it.id === id),
  );
}

async function pathIn(leaves: readonly Bytes[], index: number) {
  const at = Math.max(index, 0);
  return { index: at, path: (await merklePath(leaves, at)).map(toHex) };
}

function draftAt({ drafts }: House, number: number): Draft {
  const draft = drafts[number - 1];
  if (draft === undefined) throw new Error(`no block ${number}`);
  return draft;
}

function blockAt({ blocks }: House, number: number): Block {
  const block = blocks[number - 1];
  if (block === undefined) throw new Error(`no block ${number}`);
  return block;
}
