import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import {
  type Block,
  blockHash,
  type Head,
  headerBytes,
  join,
  keyIdOf,
  merkleRoot,
  NO_BLOCK,
  type PriceKey,
  type SealedTick,
  tickBytes,
} from '@app/verifier';

/** Contents of a block before it is sealed. Fields in `wrong` are sealed as given, valid or not. */
export type Draft = {
  readonly ticks: readonly SealedTick[];
  readonly wrong?: Partial<Block>;
};
export type Signer = PriceKey & { readonly privateKey: KeyObject };
export type History = {
  readonly drafts: readonly Draft[];
  readonly signers: readonly Signer[];
  readonly blocks: readonly Block[];
  /** Heads published at the time and kept by a reader. */
  readonly heads: readonly Head[];
};

const BLOCKS = 12;
const MARKETS = [1, 2, 5, 300];
const SECOND_KEY_FROM = 7;
const HEAD_EVERY = 4;
const START_MS = 1_790_000_000_000;
const CENT = 10n ** 16n;

/** Creates a dozen blocks of four markets, signed by two consecutive keys. */
export async function makeHistory(random: (end: number) => number): Promise<History> {
  const signers = [await newSigner(1), await newSigner(SECOND_KEY_FROM)];
  const drafts = Array.from({ length: BLOCKS }, (_, index) => ({
    ticks: MARKETS.map((market) => makeTick({ market, seq: index + 1, atMs: START_MS + index * 200 }, random)),
  }));
  const blocks = await seal(drafts, signers);
  return { drafts, signers, blocks, heads: await headsOf(blocks) };
}

export async function newSigner(fromBlock: number): Promise<Signer> {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const bytes = new Uint8Array(Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url'));
  return { id: await keyIdOf(bytes), publicKey: bytes, fromBlock, privateKey };
}

function makeTick(name: Pick<SealedTick, 'market' | 'seq' | 'atMs'>, random: (end: number) => number): SealedTick {
  const price = BigInt(10_000 + random(5_000)) * CENT;
  const sources = [-1n, 0n, 1n].map((side, index) => ({
    source: index + 1,
    price: price + side * BigInt(1 + random(50)) * CENT,
    ageMs: random(900),
  }));
  return { ...name, price, volume: BigInt(random(1_000_000)) * CENT, sources };
}

/** Seals drafts like the house. Any holder of the keys can do this, and the checks must still detect tampering. */
export async function seal(drafts: readonly Draft[], signers: readonly Signer[]): Promise<Block[]> {
  const blocks: Block[] = [];
  for (const { ticks, wrong = {} } of drafts) {
    const last = blocks.at(-1);
    const number = wrong.number ?? (last?.number ?? 0) + 1;
    const keyId = wrong.keyId ?? signerAt(signers, number).id;
    const leaves = ticks.map(tickBytes);
    const header = {
      number,
      keyId,
      atMs: ticks[0]?.atMs ?? 0,
      count: ticks.length,
      root: await merkleRoot(leaves),
      previous: last ? await blockHash(last) : NO_BLOCK,
      ...wrong,
    };
    blocks.push({ ...header, signature: signBy(signers, header), body: wrong.body ?? join(...leaves) });
  }
  return blocks;
}

function signBy(signers: readonly Signer[], header: Omit<Block, 'signature' | 'body'>): Uint8Array {
  const signer = signers.find(({ id }) => id === header.keyId);
  if (signer === undefined) throw new Error('nobody has that key');
  return new Uint8Array(sign(null, headerBytes(header), signer.privateKey));
}

const signerAt = (signers: readonly Signer[], number: number): Signer => {
  const signer = signers.findLast(({ fromBlock }) => fromBlock <= number);
  if (signer === undefined) throw new Error('no key yet');
  return signer;
};

const headsOf = (blocks: readonly Block[]): Promise<Head[]> =>
  Promise.all(
    blocks
      .filter(({ number }) => number % HEAD_EVERY === 0)
      .map(async (block) => ({ number: block.number, hash: await blockHash(block) })),
  );
