import type { Amount, Price } from '@app/money';
import {
  type Block,
  type Bytes,
  blockHash,
  fromHex,
  merklePath,
  type ProofText,
  readTicks,
  type SealedTick,
  tickBytes,
  toHex,
} from '@app/verifier';
import { proofText, type Signer, START_MS, seal } from '@app/verifier/samples';
import type { Case, PriceProof } from '../price/judge-price.ts';

/** Test exchange: it really seals and signs, and tests can then corrupt its response about one price. */
export const UNIT = 10n ** 18n;
export const START = START_MS;
export const AT = 3;
export const HEAD = 6; // The tick's block and the next published one.
const SYMBOL = 'BTC/USDT';
export const QUERY = { symbol: SYMBOL, market: 1, seq: AT };

const tickOf = (market: number, seq: number, dollars: bigint): SealedTick => ({
  market,
  seq,
  atMs: START + seq * 1_000,
  price: dollars * UNIT,
  volume: 2n * UNIT,
  sources: [-1n, 0n, 1n].map((side, index) => ({ source: index + 1, price: (dollars + side) * UNIT, ageMs: 30 })),
});

/**
 * Builds eight blocks of two markets; every third is published as a head. Returns the response about the third block's
 * first tick.
 */
export async function publishPrice(signer: Signer, dollars: bigint): Promise<Case> {
  const drafts = Array.from({ length: 8 }, (_, index) => ({
    atMs: START + (index + 1) * 1_000,
    ticks: [tickOf(1, index + 1, index + 1 === AT ? dollars : 100n), tickOf(2, index + 1, 7n)],
  }));
  const blocks = await seal(drafts, [signer]);
  const block = blocks[AT - 1] as Block;
  const leaves = readTicks(block.body).map(tickBytes);
  const heads = await Promise.all([AT, HEAD].map((number) => headOf(blocks[number - 1] as Block)));
  const proof = proofText({
    market: QUERY.market,
    seq: AT,
    index: 0,
    leaf: leaves[0] as Bytes,
    path: await merklePath(leaves, 0),
    header: block,
    signature: block.signature,
    after: blocks.slice(AT, HEAD),
    keys: [signer],
    heads: [],
  });
  const answer = answerOf(proof);
  return { query: QUERY, proof: { ...answer, heads: heads.slice(1) }, listedHeads: heads, listedKeys: answer.keys };
}

/** Returns a head as the list of heads has it. */
const headOf = async (block: Block) => ({
  number: block.number,
  hash: toHex(await blockHash(block)),
  at: block.atMs,
});

/** Adds what the API tells about a tick besides its proof. */
export function answerOf(proof: ProofText): PriceProof {
  const [tick] = readTicks(fromHex(proof.leaf)) as [SealedTick];
  const told = { symbol: SYMBOL, price: tick.price as Price, volume: tick.volume as Amount, at: tick.atMs };
  return { ...(proof as unknown as PriceProof), ...told };
}
