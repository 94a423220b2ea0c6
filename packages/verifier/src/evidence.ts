import { type Bytes, fromHex } from './bytes.ts';
import type { Block, Range } from './check-blocks.ts';
import type { TickProof } from './check-tick.ts';
import type { Header } from './header.ts';
import type { Kept, Span, Trust } from './trust.ts';

/** Evidence as sent and stored in files, with bytes in hexadecimal. None of it is trusted. */
export type HeaderText = {
  /** Absent in evidence of version 1. */
  readonly version?: number | undefined;
  readonly number: number;
  readonly at: number;
  readonly count: number;
  readonly root: string;
  /** Trees besides the ticks; absent in evidence of version 1. */
  readonly roots?: readonly { readonly name: string; readonly count: number; readonly root: string }[] | undefined;
  readonly previous: string;
  readonly key: string;
};
export type BlockText = HeaderText & {
  readonly signature: string;
  readonly body: string;
  /** Absent in evidence of version 1. */
  readonly inventory?: string | undefined;
};
type HeadText = { readonly number: number; readonly hash: string };
type TrustText = {
  readonly keys: readonly { readonly id: string; readonly public_key: string; readonly from_block: number }[];
  readonly heads: readonly HeadText[];
};
/** What a reader kept: heads, and keys by id or in full. */
export type KeptText = { readonly heads: readonly HeadText[]; readonly keys: readonly string[] };
export type RangeText = TrustText & { readonly from: number; readonly to: number; readonly list: readonly BlockText[] };
export type ProofText = TrustText & {
  readonly market: number;
  readonly seq: number;
  readonly leaf: string;
  readonly index: number;
  readonly path: readonly string[];
  readonly header: HeaderText;
  readonly signature: string;
  readonly after: readonly HeaderText[];
};

/**
 * Parses a range; throws if a text is not hexadecimal and leaves the content to the checks. Pass the requested span if
 * it is known.
 */
export const readRange = (text: RangeText, query: Span = text): Range => ({
  ...readTrust(text),
  from: query.from,
  to: query.to,
  blocks: text.list.map(readBlock),
});

export const readProof = (text: ProofText, query: Pick<ProofText, 'market' | 'seq'> = text): TickProof => ({
  ...readTrust(text),
  market: query.market,
  seq: query.seq,
  leaf: fromHex(text.leaf),
  index: text.index,
  path: text.path.map(fromHex),
  header: readHeader(text.header),
  signature: fromHex(text.signature),
  after: text.after.map(readHeader),
});

const readBlock = (text: BlockText): Block => ({
  ...readHeader(text),
  signature: fromHex(text.signature),
  body: fromHex(text.body),
  inventory: fromHex(text.inventory ?? ''),
});

export const readHeader = ({
  version = 1,
  number,
  at,
  count,
  root,
  roots = [],
  previous,
  key,
}: HeaderText): Header => ({
  version,
  number,
  atMs: at,
  count,
  root: fromHex(root),
  roots: roots.map((it) => ({ name: it.name, count: it.count, root: fromHex(it.root) })),
  previous: fromHex(previous),
  keyId: key,
});

const readTrust = ({ keys, heads }: TrustText): Trust => ({
  keys: keys.map((it): { id: string; publicKey: Bytes; fromBlock: number } => ({
    id: it.id,
    publicKey: fromHex(it.public_key),
    fromBlock: it.from_block,
  })),
  heads: heads.map(readHead),
});

const readHead = ({ number, hash }: HeadText) => ({ number, hash: fromHex(hash) });

/** Parses strictly, because a typing error in the kept values must not look like tampered evidence. */
export function readKept({ heads, keys }: KeptText): Kept {
  const isHead = ({ number, hash }: HeadText) => Number.isSafeInteger(number) && number > 0 && hash.length === 64;
  if (!heads.every(isHead)) throw new Error('a head is the number of a block and 64 hexadecimal digits');
  const isKey = ({ length }: string) => length === 16 || length === 64;
  if (!keys.every(isKey)) throw new Error('a key is 64 hexadecimal digits, or the 16 of its name');
  return { keptHeads: heads.map(readHead), keptKeys: keys.map(fromHex) };
}
