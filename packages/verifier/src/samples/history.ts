import {
  type Block,
  type Bytes,
  blockHash,
  type Head,
  type Header,
  headerBytes,
  INVENTORY_ROOT,
  type Inventory,
  type IssuedReceipt,
  inventoryBytes,
  join,
  keyIdOf,
  merkleRoot,
  type NamedRoot,
  NO_BLOCK,
  type PriceKey,
  RECEIPTS_ROOT,
  receiptBytes,
  type SealedTick,
  tickBytes,
} from '../index.ts';

type KeyPair = { readonly publicKey: object; readonly privateKey: object };
/** The part of Web Crypto that signs, which only samples need. */
declare const crypto: {
  readonly subtle: {
    generateKey(name: 'Ed25519', exportable: true, uses: readonly ['sign', 'verify']): Promise<KeyPair>;
    exportKey(form: 'raw', key: object): Promise<ArrayBuffer>;
    sign(name: 'Ed25519', key: object, data: Bytes): Promise<ArrayBuffer>;
  };
};

/** Contents of a block before it is sealed. Fields in `wrong` are sealed as given, valid or not. */
export type Draft = {
  /** Version 2 unless stated. */
  readonly version?: 1 | 2;
  readonly atMs: number;
  readonly ticks: readonly SealedTick[];
  readonly inventories?: readonly Inventory[];
  readonly receipts?: readonly IssuedReceipt[];
  readonly wrong?: Partial<Block>;
};
export type Signer = PriceKey & { readonly privateKey: object };
export type History = {
  readonly drafts: readonly Draft[];
  readonly signers: readonly Signer[];
  readonly blocks: readonly Block[];
  /** Heads published at the time and kept by a reader. */
  readonly heads: readonly Head[];
};
/** Returns a whole number below `end`. */
export type Random = (end: number) => number;

const BLOCKS = 12;
const MARKETS = [1, 2, 5, 300];
/** The fifth block is the last of version 1, so that a proof from there crosses the border. */
const SECOND_VERSION_FROM = 6;
const SECOND_KEY_FROM = 7;
const HEAD_EVERY = 4;
export const START_MS = 1_790_000_000_000;
const CENT = 10n ** 16n;

/** Creates a dozen blocks of four markets, of both versions, signed by two consecutive keys. */
export async function makeHistory(random: Random): Promise<History> {
  const signers = [await newSigner(1), await newSigner(SECOND_KEY_FROM)];
  const drafts = Array.from({ length: BLOCKS }, (_, index): Draft => {
    const atMs = START_MS + index * 200;
    const ticks = MARKETS.map((market) => makeTick({ market, seq: index + 1, atMs }, random));
    if (index + 1 < SECOND_VERSION_FROM) return { version: 1, atMs, ticks };
    return { atMs, ticks, inventories: MARKETS.map((market) => makeInventory(market, random)) };
  });
  const blocks = await seal(drafts, signers);
  return { drafts, signers, blocks, heads: await headsOf(blocks, HEAD_EVERY) };
}

/** Creates a signer with a new key. */
export async function newSigner(fromBlock: number): Promise<Signer> {
  const pair = await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify']);
  const publicKey = new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey));
  return { id: await keyIdOf(publicKey), publicKey, fromBlock, privateKey: pair.privateKey };
}

/** Returns a tick whose price is the median of its three sources. */
export function makeTick(name: Pick<SealedTick, 'market' | 'seq' | 'atMs'>, random: Random): SealedTick {
  const price = BigInt(10_000 + random(5_000)) * CENT;
  const sources = [-1n, 0n, 1n].map((side, index) => ({
    source: index + 1,
    price: price + side * BigInt(1 + random(50)) * CENT,
    ageMs: random(900),
  }));
  return { ...name, price, volume: BigInt(random(1_000_000)) * CENT, sources };
}

const makeInventory = (market: number, random: Random): Inventory => ({
  book: 'real',
  market,
  base: BigInt(random(1_000)) * CENT,
  quote: BigInt(random(1_000)) * CENT,
});

/**
 * Seals drafts like the house, after blocks that are sealed already. Any holder of the keys can do this, and the checks
 * must still detect tampering.
 */
export async function seal(
  drafts: readonly Draft[],
  signers: readonly Signer[],
  sealed: readonly Block[] = [],
): Promise<Block[]> {
  const blocks = [...sealed];
  for (const draft of drafts.slice(sealed.length)) {
    const { wrong = {} } = draft;
    const last = blocks.at(-1);
    const number = wrong.number ?? (last?.number ?? 0) + 1;
    const leaves = draft.ticks.map(tickBytes);
    const header = {
      version: draft.version ?? 2,
      number,
      keyId: signerAt(signers, number).id,
      atMs: draft.atMs,
      count: leaves.length,
      root: await merkleRoot(leaves),
      roots: await rootsOf(draft),
      previous: last ? await blockHash(last) : NO_BLOCK,
      ...wrong,
    };
    blocks.push({
      ...header,
      signature: await signBy(signers, header),
      body: wrong.body ?? join(...leaves),
      inventory: wrong.inventory ?? join(...inventoryLeavesOf(draft)),
    });
  }
  return blocks;
}

/** Returns the leaves of the inventories that a draft seals. */
export const inventoryLeavesOf = ({ inventories = [] }: Draft): Bytes[] => inventories.map(inventoryBytes);

/** Returns the leaves of the receipts that a draft seals. */
export const receiptLeavesOf = ({ receipts = [] }: Draft): Bytes[] => receipts.map(receiptBytes);

async function rootsOf(draft: Draft): Promise<NamedRoot[]> {
  const trees = [
    { name: INVENTORY_ROOT, leaves: inventoryLeavesOf(draft) },
    { name: RECEIPTS_ROOT, leaves: receiptLeavesOf(draft) },
  ].filter(({ leaves }) => leaves.length > 0);
  return await Promise.all(
    trees.map(async ({ name, leaves }) => ({ name, count: leaves.length, root: await merkleRoot(leaves) })),
  );
}

async function signBy(signers: readonly Signer[], header: Header): Promise<Bytes> {
  const signer = signers.find(({ id }) => id === header.keyId);
  if (signer === undefined) throw new Error('nobody has that key');
  return new Uint8Array(await crypto.subtle.sign('Ed25519', signer.privateKey, headerBytes(header)));
}

const signerAt = (signers: readonly Signer[], number: number): Signer => {
  const signer = signers.findLast(({ fromBlock }) => fromBlock <= number);
  if (signer === undefined) throw new Error('no key yet');
  return signer;
};

/** Returns the heads of every few blocks. */
export const headsOf = (blocks: readonly Block[], every: number): Promise<Head[]> =>
  Promise.all(
    blocks
      .filter(({ number }) => number % every === 0)
      .map(async (block) => ({ number: block.number, hash: await blockHash(block) })),
  );
