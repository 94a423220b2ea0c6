import {
  type Block,
  join,
  merklePath,
  merkleRoot,
  readTicks,
  type SealedTick,
  type TICK_CHECKS,
  type TickProof,
  tickBytes,
} from '@app/verifier';
import { type Draft, type History, type Signer, seal } from '@app/verifier/samples';
import { nudge } from './inside.ts';
import type { Story } from './stories.ts';

/** Forged proof of one tick, and the one check that detects it. */
export type TickLie = { readonly foundBy: keyof typeof TICK_CHECKS; forge(history: History): Promise<TickProof> };

/** Position of the third market's tick in the fifth block; the head is three blocks later. */
const AT = 4;
const INDEX = 2;
const UP_TO = 8;

/** Returns the proof that an honest house would return. */
export async function honestProof({ blocks, signers, heads }: Story): Promise<TickProof> {
  const block = blocks[AT] as Block;
  const ticks = readTicks(block.body);
  const { market, seq } = ticks[INDEX] as SealedTick;
  const leaves = ticks.map(tickBytes);
  return {
    market,
    seq,
    leaf: leaves[INDEX] as Uint8Array,
    index: INDEX,
    path: await merklePath(leaves, INDEX),
    header: block,
    signature: block.signature,
    after: blocks.slice(AT + 1, UP_TO),
    keys: signers,
    heads: heads.filter(({ number }) => number <= UP_TO),
  };
}

const draftsWith = ({ drafts }: History, make: (tick: SealedTick) => SealedTick, wrong: Draft['wrong'] = {}) =>
  drafts.map((draft, index) =>
    index === AT
      ? { ...draft, wrong, ticks: draft.ticks.map((it, index) => (index === INDEX ? make(it) : it)) }
      : draft,
  );

/** Reseals from the first block, where no head was kept. */
const resealed = async (history: History, make: (tick: SealedTick) => SealedTick, wrong?: Draft['wrong']) =>
  await honestProof({ ...history, heads: [], blocks: await seal(draftsWith(history, make, wrong), history.signers) });

const same = (tick: SealedTick) => tick;

export const TICK_LIES: readonly TickLie[] = [
  { foundBy: 'form', forge: (history) => sealedForm(history) },
  { foundBy: 'asked', forge: async (history) => ({ ...(await honestProof(history)), seq: AT + 2 }) },
  { foundBy: 'median', forge: (history) => resealed(history, (it) => ({ ...it, price: it.price + 1n })) },
  { foundBy: 'time', forge: (history) => resealed(history, (it) => ({ ...it, atMs: it.atMs + 60_000 })) },
  {
    foundBy: 'inclusion',
    forge: async (history) => {
      const proof = await honestProof(history);
      return { ...proof, leaf: tickBytes(nudge(readTicks(proof.leaf)[0] as SealedTick)) };
    },
  },
  {
    foundBy: 'signature',
    forge: async (history) => {
      // The second key is not valid yet.
      const keyId = (history.signers[1] as Signer).id;
      return await resealed(history, same, { keyId });
    },
  },
  {
    foundBy: 'signature',
    forge: async (history) => ({ ...(await honestProof(history)), signature: (history.blocks[0] as Block).signature }),
  },
  {
    foundBy: 'chain',
    forge: async (history) => {
      const proof = await honestProof(history);
      const after = proof.after.map((it, index) => (index === 1 ? { ...it, atMs: it.atMs + 1 } : it));
      return { ...proof, after };
    },
  },
  { foundBy: 'head', forge: async (history) => ({ ...(await resealed(history, nudge)), heads: history.heads }) },
  {
    foundBy: 'head',
    forge: async (history) => {
      // Only the head of the preceding block is kept, and `previous` differs from the published hash.
      const proof = await resealed(history, same, { previous: new Uint8Array(32).fill(AT) });
      return { ...proof, heads: history.heads.filter(({ number }) => number === AT) };
    },
  },
];

/** Builds a proof whose Merkle tree contains another encoding of the tick. */
async function sealedForm(history: History): Promise<TickProof> {
  const leaves = (history.drafts[AT] as Draft).ticks.map(tickBytes);
  const leaf = leaves[INDEX] as Uint8Array;
  const other = leaves.with(INDEX, join(Uint8Array.of((leaf[0] ?? 0) | 0x80, 0), leaf.subarray(1)));
  const proof = await resealed(history, same, { root: await merkleRoot(other) });
  return { ...proof, leaf: other[INDEX] as Uint8Array, path: await merklePath(other, INDEX) };
}
