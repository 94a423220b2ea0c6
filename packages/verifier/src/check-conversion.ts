import { toHex } from './bytes.ts';
import { failing } from './check-blocks.ts';
import { CLOCKS_MS, timeInId } from './check-receipt.ts';
import { hasNoTick, LATENCY_MS, SEAL_CHECKS } from './check-seal.ts';
import { checkTick, TICK_CHECKS, type TickFinding, type TickProof } from './check-tick.ts';
import { CONVERSION_KIND, type ConversionReceipt } from './conversion-receipt.ts';
import { blockHash } from './header.ts';
import { CONVERSION_RULE_CHECKS, type ConversionFinding, checkConversionRule } from './rules/conversion.ts';
import type { Seal } from './seal.ts';
import { readTicks } from './tick-bytes.ts';
import type { Kept } from './trust.ts';
import { units } from './units.ts';

export type ConversionReceiptFinding = keyof typeof CONVERSION_CHECKS;
export type ConversionSealFinding = keyof typeof CONVERSION_SEAL_CHECKS;
export type ConversionFindings = {
  readonly receipt: readonly ConversionReceiptFinding[];
  readonly rule: readonly ConversionFinding[];
  /** Of both prices. */
  readonly tick: readonly TickFinding[];
  readonly seal: readonly ConversionSealFinding[];
  /** The receipt is so new that no block has sealed it yet. Ask again in a few seconds. */
  readonly isAwaited: boolean;
};

/** Checks that the receipt, its terms and its prices are about the same conversion. */
export const CONVERSION_CHECKS = {
  kind: ({ kind }: ConversionReceipt) => kind === CONVERSION_KIND,
  /** It is the conversion that was asked for, and its prices are of the markets it names. */
  asked: ({ id, markets, issued: { body } }: ConversionReceipt) =>
    body.conversion.id === id &&
    body.legs.every(({ symbol, market }) => markets === undefined || markets[symbol] === market),
  book: ({ issued: { body } }: ConversionReceipt) => body.book === 'real' || body.book === 'demo',
  /** Terms made up for a single conversion would justify any amount. */
  published: ({ published, publishedFreshness, issued: { body } }: ConversionReceipt) =>
    published?.version === body.settings.version &&
    units(published.value.spread_rate) === units(body.settings.spread_rate) &&
    published.value.lock_seconds === body.settings.lock_seconds &&
    publishedFreshness?.version === body.freshness.version &&
    publishedFreshness.value === body.freshness.max_age_ms,
  /** The prices used by the rule are the sealed ones. */
  sealed: ({ issued: { body }, conversion, proofs }: ConversionReceipt) =>
    proofs.length === body.legs.length &&
    body.legs.every(({ market, seq, block }, at) => {
      const proof = proofs[at];
      return (
        proof?.header.number === block &&
        proof.market === market &&
        proof.seq === seq &&
        readTicks(proof.leaf).every(({ price }) => price === conversion.legs[at]?.price)
      );
    }),
  /** The time of the conversion is the one in its id. */
  time: ({ id, atMs }: ConversionReceipt) => Math.abs(atMs - timeInId(id)) <= CLOCKS_MS,
  /** The rate was used while it was locked. */
  locked: ({ quotedMs, atMs, conversion: { lockSeconds } }: ConversionReceipt) =>
    quotedMs <= atMs && atMs <= quotedMs + lockSeconds * 1_000,
  /** No price was too old when the rate was locked, nor from the future. */
  age: ({ proofs, quotedMs, publishedFreshness }: ConversionReceipt) =>
    proofs.every(({ leaf }) => {
      const ageMs = quotedMs - (readTicks(leaf)[0]?.atMs ?? Number.NaN);
      return publishedFreshness !== null && ageMs >= -CLOCKS_MS && ageMs <= publishedFreshness.value;
    }),
};

type Look = {
  /** Named by its first price in the chain: from there the blocks lead to the seal. */
  readonly receipt: {
    readonly proof: TickProof;
    readonly market: number;
    readonly issued: ConversionReceipt['issued'];
  };
  readonly own: ConversionReceipt;
  readonly seal: Seal;
  readonly kept: Required<Kept>;
  readonly atMs: number;
};

const { blocks, signature, keptKey, head, keptHead, sealed, soon } = SEAL_CHECKS;

/** Checks that the receipt was sealed at its time, and its prices before it, in one history. */
export const CONVERSION_SEAL_CHECKS = {
  blocks,
  signature,
  keptKey,
  head,
  keptHead,
  sealed,
  soon,
  /** The blocks of both prices are in the chain that leads to the seal: there is one history. */
  history: async ({ receipt, own, seal }: Look) => {
    const headers = [receipt.proof.header, ...seal.blocks.map(({ header }) => header)];
    const hashes = new Set((await Promise.all(headers.map(blockHash))).map(toHex));
    const named = await Promise.all(own.proofs.map(({ header }) => blockHash(header)));
    return named.every((hash) => hashes.has(toHex(hash)));
  },
  /** No later price of either coin was sealed so long before the quote that it must have been known. */
  newest: async ({ own, seal }: Look) => {
    const isPassed = async ({ header: { number }, market }: TickProof) => {
      const known = seal.blocks.filter(({ header: it }) => it.number > number && it.atMs <= own.quotedMs - LATENCY_MS);
      const empty = await Promise.all(known.map(({ header, body }) => hasNoTick(header, body, market)));
      return empty.every((isEmpty) => isEmpty);
    };
    return (await Promise.all(own.proofs.map(isPassed))).every((it) => it);
  },
};

type Checks = {
  readonly receipt: Partial<typeof CONVERSION_CHECKS>;
  readonly rule: Partial<typeof CONVERSION_RULE_CHECKS>;
  readonly tick: Partial<typeof TICK_CHECKS>;
  readonly seal: Partial<typeof CONVERSION_SEAL_CHECKS>;
};
const ALL: Checks = {
  receipt: CONVERSION_CHECKS,
  rule: CONVERSION_RULE_CHECKS,
  tick: TICK_CHECKS,
  seal: CONVERSION_SEAL_CHECKS,
};

/** Returns the failed checks of a conversion; if there are none, its holder can recompute what was received. */
export async function checkConversion(
  own: ConversionReceipt,
  { keptHeads = [], keptKeys = [] }: Kept = {},
  checks: Checks = ALL,
): Promise<ConversionFindings> {
  const kept = { keptHeads, keptKeys };
  const { seal, issued, atMs, proofs } = own;
  const [first] = proofs.toSorted((a, b) => a.header.number - b.header.number);
  const ticks = await Promise.all(proofs.map((proof) => checkTick(proof, kept, checks.tick)));
  const look = first && seal && { receipt: { proof: first, market: first.market, issued }, own, seal, kept, atMs };
  return {
    receipt: await failing(checks.receipt, own),
    rule: await checkConversionRule(own.conversion, checks.rule),
    tick: [...new Set(ticks.flat())],
    seal: look ? await failing(checks.seal, look) : [],
    isAwaited: seal === undefined,
  };
}
