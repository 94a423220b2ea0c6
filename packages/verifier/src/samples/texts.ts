import {
  type Block,
  type Head,
  type Header,
  type Kept,
  type KeptText,
  type ProofText,
  type Range,
  type RangeText,
  type TickProof,
  type Trust,
  toHex,
} from '../index.ts';

/** Serializes evidence as sent, so that both checkers read the same input as a user. */
export const rangeText = (range: Range): RangeText => ({
  ...trustText(range),
  from: range.from,
  to: range.to,
  list: range.blocks.map((block: Block) => ({
    ...headerText(block),
    signature: toHex(block.signature),
    body: toHex(block.body),
    inventory: toHex(block.inventory ?? new Uint8Array(0)),
  })),
});

export const proofText = (proof: TickProof): ProofText => ({
  ...trustText(proof),
  market: proof.market,
  seq: proof.seq,
  index: proof.index,
  leaf: toHex(proof.leaf),
  path: proof.path.map(toHex),
  signature: toHex(proof.signature),
  header: headerText(proof.header),
  after: proof.after.map(headerText),
});

export const headerText = ({ version, number, atMs, count, root, roots, previous, keyId }: Header) => ({
  version,
  number,
  at: atMs,
  count,
  root: toHex(root),
  roots: roots.map((it) => ({ name: it.name, count: it.count, root: toHex(it.root) })),
  previous: toHex(previous),
  key: keyId,
});

const trustText = ({ keys, heads }: Trust) => ({
  keys: keys.map((it) => ({ id: it.id, public_key: toHex(it.publicKey), from_block: it.fromBlock })),
  heads: heads.map(headText),
});

const headText = ({ number, hash }: Head) => ({ number, hash: toHex(hash) });

export const keptText = ({ keptHeads = [], keptKeys = [] }: Kept): KeptText => ({
  heads: keptHeads.map(headText),
  keys: keptKeys.map(toHex),
});
