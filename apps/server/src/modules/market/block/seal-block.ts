import { createPrivateKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { assert, expectDefined } from '@app/base';
import type { Tick } from '@app/domain/market';
import { floorTo, type Price } from '@app/money';
import {
  type Bytes,
  blockHash,
  headerBytes,
  INVENTORY_ROOT,
  inventoryLeaves,
  isMedian,
  join,
  keyIdOf,
  merkleRoot,
  type NamedRoot,
  RECEIPTS_ROOT,
  type SealedTick,
  tickBytes,
} from '@app/verifier';
import type { Reader, Tx } from '../../../platform/db/database.ts';
import type { KeyRing } from '../../../platform/process/key-ring.ts';
import { rootOf } from './believe-block.ts';
import { insertBlock, unpackBlock } from './block.store.ts';
import { type Chain, type Evidence, type EvidenceSource, extend, type SealedBlock } from './block.ts';
import { insertHead } from './head.store.ts';
import { findCurrentKeyId, findSealedKey, insertKey } from './key.store.ts';

export type Sealing = {
  /** The database's time. A block is never earlier than the previous block or its own ticks. */
  readonly atMs: number;
  /** At most one of each market: with two, the house could choose its price. */
  readonly ticks: readonly Omit<Tick, 'seq'>[];
  readonly signer: PriceSigner;
  readonly evidence: EvidenceSource;
};
export type Sealed = { readonly block: SealedBlock; readonly chain: Chain };

/**
 * Numbers, seals and inserts the next block. The block must not be published, nor its chain used, before `tx` has
 * committed.
 */
export async function sealBlock(
  tx: Tx,
  chain: Chain,
  { atMs, ticks: unnumbered, signer, evidence: source }: Sealing,
): Promise<Sealed> {
  assert(unnumbered.length > 0, 'a block has ticks');
  const markets = new Set(unnumbered.map(({ market }) => market));
  assert(markets.size === unnumbered.length, 'a block has at most one tick of a market');
  const evidence = await source.read(tx, chain);
  const ticks = numberTicks(chain, unnumbered);
  const leaves = ticks.map(tickBytes);
  const key = await signer(tx);
  const header = {
    version: 2,
    number: chain.number + 1,
    atMs: Math.max(atMs, chain.atMs, ...ticks.map((tick) => tick.atMs)),
    count: ticks.length,
    root: await merkleRoot(leaves),
    roots: rootsOf(evidence),
    previous: chain.hash,
    keyId: key.id,
  };
  const hash = await blockHash(header);
  const signature = key.sign(headerBytes(header));
  const packed = { ...header, hash, signature, body: join(...leaves), inventory: evidence.inventory };
  await insertBlock(tx, packed, evidence.seen);
  await source.record(tx, header.number, evidence);
  const block = unpackBlock(packed);
  return { block, chain: extend(chain, block, evidence.seen) };
}

/** Returns the roots of what a block seals besides ticks, by name. A tree without leaves is left out. */
function rootsOf({ inventory, receipts, heads = [] }: Evidence): NamedRoot[] {
  const trees = [
    { name: INVENTORY_ROOT, leaves: inventoryLeaves(inventory) },
    { name: RECEIPTS_ROOT, leaves: receipts.map(({ leaf }) => leaf) },
  ];
  const roots = trees.flatMap(({ name, leaves }) =>
    leaves.length === 0 ? [] : [{ name, count: leaves.length, root: new Uint8Array(rootOf(leaves)) }],
  );
  return [...roots, ...heads].sort((one, other) => (one.name < other.name ? -1 : 1));
}

/** Numbers each tick after its market's last one, with no earlier time. Sorted by market, as the verifier requires. */
function numberTicks({ lastTicks }: Chain, unnumbered: Sealing['ticks']): Tick[] {
  const latest = new Map(lastTicks);
  const sorted = unnumbered.toSorted((a, b) => a.market - b.market);
  return sorted.map((entry) => {
    const { seq, atMs } = latest.get(entry.market) ?? { seq: 0, atMs: 0 };
    const tick = onGrid({ ...entry, seq: seq + 1, atMs: Math.max(atMs, entry.atMs) });
    assert(isMedian(tick) && tick.price > 0n, 'a price is the median of the sources it names');
    latest.set(tick.market, tick);
    return tick;
  });
}

/** Stores the end of the chain, where a head is due: the published head, and the starting point of recovery. */
export async function sealHead(tx: Tx, chain: Chain): Promise<void> {
  const ticks: readonly SealedTick[] = [...chain.lastTicks.values()].sort((a, b) => a.market - b.market);
  await insertHead(tx, chain, join(...ticks.map(tickBytes)));
}

const PLACES = 18;

/**
 * Rounds a tick's sources onto the price grid. A venue may quote finer than our tick, and the index is the median
 * rounded down to it. The sources are then sealed rounded down the same way, as coarsely as needed and no more, so the
 * price is exactly their median.
 */
function onGrid(tick: Tick): Tick {
  for (let places = PLACES, step = 1n; places >= 0; places--, step *= 10n) {
    const sources = tick.sources.map((it) => ({ ...it, price: floorTo(it.price, step as Price) }));
    if (isMedian({ ...tick, sources })) return { ...tick, sources: sources.toSorted((a, b) => a.source - b.source) };
  }
  return tick;
}

type SigningKey = { readonly id: string; sign(data: Bytes): Bytes };

/** Finds the key that signs the next block; detects a rotation by itself. */
export type PriceSigner = (tx: Reader) => Promise<SigningKey>;

/**
 * Opens the price key, creating the first one if there is none. The private part leaves the database encrypted and is
 * decrypted in memory only.
 */
export async function openPriceKey(tx: Tx, keys: KeyRing): Promise<PriceSigner> {
  if ((await findCurrentKeyId(tx)) === undefined) await addKey(tx, keys);
  let opened: SigningKey | undefined;
  return async (reader) => {
    const id = expectDefined(await findCurrentKeyId(reader), 'a price key');
    if (opened?.id !== id) opened = await openKey(reader, keys, id);
    return opened;
  };
}

/** Creates a key that signs from the next block on; the old key's public part stays, for the blocks it signed. */
export async function rotatePriceKey(tx: Tx, keys: KeyRing): Promise<string> {
  return expectDefined(await addKey(tx, keys), 'a block signed by the last key');
}

async function openKey(reader: Reader, keys: KeyRing, id: string): Promise<SigningKey> {
  const { sealed } = expectDefined(await findSealedKey(reader, id), `the price key ${id}`);
  const key = createPrivateKey({ key: keys.open('price', sealed, id), format: 'der', type: 'pkcs8' });
  return { id, sign: (data) => new Uint8Array(sign(null, data, key)) };
}

async function addKey(tx: Tx, keys: KeyRing): Promise<string | undefined> {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const bytes = publicBytes(publicKey);
  const id = await keyIdOf(bytes);
  const sealed = keys.seal('price', privateKey.export({ format: 'der', type: 'pkcs8' }), id);
  return (await insertKey(tx, { id, sealed }, bytes)) ? id : undefined;
}

const publicBytes = (key: KeyObject): Bytes =>
  new Uint8Array(Buffer.from(expectDefined(key.export({ format: 'jwk' }).x, 'the public part'), 'base64url'));
