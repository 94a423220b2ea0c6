import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import {
  type BlockText,
  decimal,
  type HouseFillText,
  type LadderText,
  ladderQuotes,
  type ProofText,
  type RangeText,
  type ReceiptText,
  tickBytes,
  toHex,
} from '@app/verifier';
import { idAt, START_MS } from '@app/verifier/samples';

/** Blocks and receipts as they were before version 2, one receipt in each block. */
export type OldEvidence = { readonly ranges: readonly RangeText[]; readonly receipts: readonly ReceiptText[] };

const RANGE = 100;
const HEAD_EVERY = 20;
const ONE = 10n ** 18n;
const GRID = { priceTick: ONE / 100n, lot: ONE / 10n };
const INVENTORY = { base: 500n * ONE, quote: 5_000n * ONE };
const LADDER: LadderText = {
  levels: 5,
  spread_rate: '0.001',
  step_rate: '0.001',
  level_worth: '1000',
  inventory_max: '100000',
};
const WORTHS = { levelWorth: 1_000n * ONE, inventoryMax: 100_000n * ONE };
const RATES = { levels: 5, spreadRate: ONE / 1_000n, stepRate: ONE / 1_000n };

type Key = { readonly id: string; readonly text: string; readonly privateKey: KeyObject };
type Sealed = { readonly block: BlockText; readonly hash: Buffer; readonly leaves: readonly Buffer[] };

const sha256 = (...parts: readonly Uint8Array[]) => createHash('sha256').update(Buffer.concat(parts)).digest();

/**
 * Writes evidence of version 1 by its own encoder of headers, trees and signatures: the verifier's would change together
 * with what it checks.
 */
export function makeOldEvidence(count: number, random: (end: number) => number): OldEvidence {
  const key = newKey();
  const prices = Array.from({ length: count }, () => BigInt(10_000 + random(5_000)) * (ONE / 100n));
  const sealed: Sealed[] = [];
  for (const price of prices) sealed.push(sealOld(key, price, sealed.at(-1)));
  const trust = { keys: [{ id: key.id, public_key: key.text, from_block: 1 }] };
  const headAt = (number: number) => ({ number, hash: toHex((sealed[number - 1] as Sealed).hash) });
  const ranges = Array.from({ length: Math.ceil(count / RANGE) }, (_, index) => {
    const list = sealed.slice(index * RANGE, (index + 1) * RANGE).map(({ block }) => block);
    const from = index * RANGE + 1;
    const to = from + list.length - 1;
    return { ...trust, from, to, list, heads: [headAt(to)] };
  });
  const receipts = sealed.map((it, index): ReceiptText => {
    const head = Math.min(count, Math.ceil((index + 1) / HEAD_EVERY) * HEAD_EVERY);
    const after = sealed.slice(index + 1, head).map(({ block }) => headerOf(block));
    const proof = { ...trust, ...proofOf(it), after, heads: [headAt(head)] };
    return receiptOf(prices[index] as bigint, index + 1, proof, random);
  });
  return { ranges, receipts };
}

function newKey(): Key {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const bytes = Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url');
  return { id: sha256(bytes).subarray(0, 8).toString('hex'), text: bytes.toString('hex'), privateKey };
}

const timeOf = (number: number) => START_MS + number * 200;
/** Receipts are of the second tick of their block. */
const TRADED = 300;
const MARKETS = [1, TRADED];

function sealOld({ id, privateKey }: Key, price: bigint, last: Sealed | undefined): Sealed {
  const number = (last?.block.number ?? 0) + 1;
  const atMs = timeOf(number);
  const sources = [-1n, 0n, 1n].map((side, index) => ({ source: index + 1, price: price + side * ONE, ageMs: 30 }));
  const leaves = MARKETS.map((market) =>
    Buffer.from(tickBytes({ market, seq: number, atMs, price, volume: ONE, sources })),
  );
  const [first, second] = leaves.map((leaf) => sha256(Uint8Array.of(0), leaf)) as [Buffer, Buffer];
  const root = sha256(Uint8Array.of(1), first, second);
  const previous = last?.hash ?? Buffer.alloc(32);
  const numbers = Buffer.alloc(22);
  numbers.set([0x02, 0x01]);
  numbers.writeBigUInt64BE(BigInt(number), 2);
  numbers.writeBigUInt64BE(BigInt(atMs), 10);
  numbers.writeUInt32BE(leaves.length, 18);
  const bytes = Buffer.concat([numbers, root, previous, Buffer.from(id, 'hex')]);
  const header = { number, at: atMs, count: leaves.length, root: toHex(root), previous: toHex(previous), key: id };
  const signature = sign(null, bytes, privateKey).toString('hex');
  const body = Buffer.concat(leaves).toString('hex');
  return { block: { ...header, signature, body }, hash: sha256(bytes), leaves };
}

const headerOf = ({ number, at, count, root, previous, key }: BlockText) => ({
  number,
  at,
  count,
  root,
  previous,
  key,
});

function proofOf({ block, leaves }: Sealed): Omit<ProofText, 'after' | 'heads' | 'keys'> {
  const [first, second] = leaves as [Buffer, Buffer];
  return {
    market: TRADED,
    seq: block.number,
    index: 1,
    leaf: toHex(second),
    path: [sha256(Uint8Array.of(0), first).toString('hex')],
    header: headerOf(block),
    signature: block.signature,
  };
}

/** Trades a few lots at a random level of the ladder, up to five seconds after the tick. */
function receiptOf(price: bigint, number: number, proof: ProofText, random: (end: number) => number): ReceiptText {
  const { asks } = ladderQuotes({ price, ...INVENTORY, ...GRID, settings: { ...RATES, ...WORTHS } });
  const level = random(asks.length);
  const taken = asks.slice(0, level).reduce((sum, { lots }) => sum + lots, 0);
  const market = TRADED;
  const body: HouseFillText = {
    rule: 'house-ladder',
    version: 1,
    book: random(2) === 0 ? 'real' : 'demo',
    fill: {
      id: idAt(timeOf(number) + random(5_000), number % 4_096),
      market,
      symbol: 'BTC/USDT',
      side: 'buy',
      houseTook: false,
      price: decimal(asks[level]?.price ?? 0n),
      quantity: '0.2',
    },
    tick: { market, seq: number, price: decimal(price), block: number },
    inventory: { base: decimal(INVENTORY.base), quote: decimal(INVENTORY.quote) },
    settings: { version: 4, ...LADDER },
    grid: { price_tick: decimal(GRID.priceTick), lot: decimal(GRID.lot) },
    taken,
  };
  return { kind: 'spot.house_fill', body, settings: { version: 4, value: LADDER }, proof };
}
