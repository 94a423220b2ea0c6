import { expectDefined } from '@app/base';
import type { Output } from '@app/protocol';
import type { listPriceBlocks, provePrice as provePriceRoute } from '@app/protocol/market';
import { type Bytes, type Header, merklePath, type PriceKey, tickBytes } from '@app/verifier';
import type { Reader } from '../../../platform/db/database.ts';
import { refuseWith } from '../../../platform/http/accept.ts';
import { readMarkets } from '../market.store.ts';
import { readHeaders, readPacked, readProvable, type Span, toTicks } from './block.store.ts';
import { HEAD_BLOCKS_MAX, type PackedBlock } from './block.ts';
import { findBlockOf, type TickName } from './find-tick.ts';
import { findHeadFrom, type KeptHead, readHeadsWithin } from './head.store.ts';
import { hexOf } from './hex.ts';
import { readKeys } from './key.store.ts';

type Proof = Output<typeof provePriceRoute>;
type Blocks = Output<typeof listPriceBlocks>;

const BLOCKS_MAX = 100;

/** Returns a tick and everything needed to verify it without trusting us. */
export async function provePrice(db: Reader, symbol: string, seq: number): Promise<Proof> {
  const market = (await readMarkets(db)).find((it) => it.symbol === symbol) ?? refuseWith('not_found');
  const block = (await findBlockOf(db, { market: market.id, seq })) ?? refuseWith('not_found');
  return await proveWithin(db, { symbol, market: market.id, seq }, block);
}

type ProvenTick = TickName & {
  readonly block: number;
  /** Block that the head must cover besides, such as the one that sealed a receipt of this tick. */
  readonly upTo?: number | undefined;
};

/** Returns the same for a known block: ticks that a receipt names are kept forever. */
export async function proveTick(db: Reader, { market, seq, block, upTo }: ProvenTick) {
  const { symbol } = expectDefined(
    (await readMarkets(db)).find(({ id }) => id === market),
    'the market of a tick',
  );
  const [packed] = await readProvable(db, { from: block, to: block });
  return await proveWithin(db, { symbol, market, seq, upTo }, expectDefined(packed, 'the block of a tick'));
}

type Named = TickName & { readonly symbol: string; readonly upTo?: number | undefined };

async function proveWithin(db: Reader, name: Named, block: PackedBlock) {
  const { symbol, market, seq } = name;
  const ticks = toTicks(block.body);
  const index = ticks.findIndex((tick) => tick.market === market && tick.seq === seq);
  const tick = expectDefined(ticks[index], 'the tick that was found');
  const path = await merklePath(ticks.map(tickBytes), index);
  const { after, heads } = await headersToHead(db, block, name.upTo);
  return {
    symbol,
    market,
    seq,
    price: tick.price,
    volume: tick.volume,
    at: tick.atMs,
    leaf: hexOf(tickBytes(tick)),
    index,
    path: path.map(hexOf),
    header: showHeader(block),
    signature: hexOf(block.signature),
    after: after.map(showHeader),
    keys: (await readKeys(db)).map(showKey),
    heads: heads.map(showHead),
  } satisfies Proof;
}

/** Reads the next head and the headers up to it. A head not linked by headers would look like a proof and be none. */
async function headersToHead(
  db: Reader,
  { number }: PackedBlock,
  upTo = number,
): Promise<{ after: Header[]; heads: KeptHead[] }> {
  const from = Math.max(number, upTo);
  const head = await findHeadFrom(db, from);
  if (head === undefined || head.number - from > HEAD_BLOCKS_MAX) return { after: [], heads: [] };
  return { after: await readHeaders(db, { from: number + 1, to: head.number }), heads: [head] };
}

/** Lists blocks as they were sealed, from a number on, with the keys and heads they are checked against. */
export async function listBlocks(db: Reader, { from, to }: { from: number; to: number }): Promise<Blocks> {
  const blocks = await readPacked(db, { from, to: Math.min(to, from + BLOCKS_MAX - 1) });
  const first = blocks[0]?.number ?? from;
  const last = blocks.at(-1)?.number ?? first - 1;
  return {
    from: first,
    to: last,
    list: blocks.map((it) => ({
      ...showHeader(it),
      signature: hexOf(it.signature),
      body: hexOf(it.body),
      inventory: hexOf(it.inventory),
    })),
    keys: (await readKeys(db)).map(showKey),
    heads: (await readHeadsWithin(db, { from: first - 1, to: last })).map(showHead),
  };
}

const showHeader = ({ version, number, atMs, count, root, roots, previous, keyId }: Header) => ({
  version,
  number,
  at: atMs,
  count,
  root: hexOf(root),
  roots: roots.map((it) => ({ name: it.name, count: it.count, root: hexOf(it.root) })),
  previous: hexOf(previous),
  key: keyId,
});

export const showKey = ({ id, publicKey, fromBlock }: PriceKey) => ({
  id,
  public_key: hexOf(publicKey),
  from_block: fromBlock,
});

export const showHead = ({ number, hash, atMs }: KeptHead) => ({
  number,
  hash: hexOf(hash),
  at: atMs,
});

/** A block as shown; bytes are hexadecimal, but for the inventory, of which only a path is shown. */
export type ShownBlock = {
  readonly header: ReturnType<typeof showHeader>;
  readonly signature: string;
  /** Undefined if they are no longer kept. */
  readonly body: string | undefined;
  readonly inventory: Bytes | undefined;
};

/** Returns blocks with what is still kept of them, for the evidence that a receipt was sealed. */
export async function showBlocks(db: Reader, span: Span): Promise<ShownBlock[]> {
  const kept = new Map((await readProvable(db, span)).map((block) => [block.number, block]));
  return (await readHeaders(db, span)).map((header) => {
    const block = kept.get(header.number);
    return {
      header: showHeader(header),
      signature: hexOf(header.signature),
      body: block && hexOf(block.body),
      inventory: block?.inventory,
    };
  });
}
