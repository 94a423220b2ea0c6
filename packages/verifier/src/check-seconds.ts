import { toHex } from './bytes.ts';
import { failing } from './check-blocks.ts';
import { isTick, TRIGGER_BLOCKS_MAX } from './check-contract.ts';
import { CLOCKS_MS, timeInId } from './check-receipt.ts';
import { SEAL_CHECKS, wholeBody } from './check-seal.ts';
import { checkTick, TICK_CHECKS, type TickFinding, type TickProof } from './check-tick.ts';
import type { NamedTickText } from './contract-text.ts';
import { blockHash } from './header.ts';
import { receiptHash } from './receipt-bytes.ts';
import {
  type AcceptanceFinding,
  BET_RULE_CHECKS,
  BET_SETTLEMENT_CHECKS,
  type BetEndingFinding,
  missingIn,
} from './rules/seconds-bet.ts';
import type { Seal } from './seal.ts';
import { proofOf, type SecondsReceipt } from './seconds-receipt.ts';
import { type BetTermsText, SECONDS_KINDS, type SecondsTermsText, type SecondsText } from './seconds-text.ts';
import type { SealedTick } from './tick-bytes.ts';
import type { Kept } from './trust.ts';
import { units } from './units.ts';

export type SecondsReceiptFinding = keyof typeof SECONDS_CHECKS;
export type SecondsSealFinding = keyof typeof SECONDS_SEAL_CHECKS;
export type SecondsFindings = {
  readonly receipt: readonly SecondsReceiptFinding[];
  readonly rule: readonly (AcceptanceFinding | BetEndingFinding)[];
  /** Of all its ticks. */
  readonly tick: readonly TickFinding[];
  readonly seal: readonly SecondsSealFinding[];
  /** The receipt is so new that no block has sealed it yet. Ask again in a few seconds. */
  readonly isAwaited: boolean;
};

const RULES = { bet: 'seconds-bet', settlement: 'seconds-settlement' };

/** Checks that the receipt, its published terms, its prices and its bet are about the same outcome. */
export const SECONDS_CHECKS = {
  kind: ({ kind, outcome, issued: { body } }: SecondsReceipt) =>
    kind === SECONDS_KINDS[outcome.kind] && body.rule === RULES[outcome.kind] && body.version === 1,
  /** It is the outcome that was asked for, in the market that it names. */
  asked: ({ id, claim, known, issued: { body } }: SecondsReceipt) =>
    claim.id === id && (known === undefined || known?.id === body.bet.market),
  book: ({ issued: { body } }: SecondsReceipt) => body.book === 'real' || body.book === 'demo',
  /** Terms made up for a single bet would justify any result, and a limit made up for it any price. */
  published: ({ issued: { body }, terms, publishedFreshness }: SecondsReceipt) =>
    terms?.version === body.terms.version &&
    isOffered(terms.value, body.terms, body.bet.seconds) &&
    ('settlement' in body ||
      (publishedFreshness?.version === body.freshness.version &&
        publishedFreshness.value === body.freshness.max_age_ms)),
  /** The prices used by the rule are the sealed ones of its market. */
  sealed: ({ issued: { body }, proof, others }: SecondsReceipt) => {
    const { market } = body.bet;
    const proofs = [proof, ...others];
    return (
      namedIn(body).every((tick) => isTick(tick, market, proofOf(proofs, tick.seq))) &&
      others.every((it) => it.market === market)
    );
  },
  /** The times of bet and settlement are those in their ids, and the day is that of the settlement. */
  time: ({ issued: { body } }: SecondsReceipt) => {
    const isOwn = (id: string, atMs: number) => Math.abs(timeInId(id) - atMs) <= CLOCKS_MS;
    if (!('settlement' in body)) return isOwn(body.bet.id, body.bet.at);
    const { id, at, day } = body.settlement;
    return isOwn(body.bet.id, body.bet.at) && isOwn(id, at) && new Date(at).toISOString().startsWith(`${day}T`);
  },
  /** It was decided after its newest tick was sealed. */
  order: ({ claim: { atMs }, proof }: SecondsReceipt) => proof.header.atMs <= atMs + CLOCKS_MS,
  /** A settlement is of the bet that was accepted, with the terms of its acceptance. */
  accepted: async ({ issued: { body }, earlier }: SecondsReceipt) => {
    if (!('settlement' in body)) return earlier.length === 0;
    const [bet, ...more] = earlier;
    return (
      bet !== undefined &&
      more.length === 0 &&
      body.accepted === (await receiptHash(bet)) &&
      bet.kind === SECONDS_KINDS.bet &&
      bet.id === bet.body.bet.id &&
      keptOf(bet.body) === keptOf(body)
    );
  },
  /** It has a place in the chain of its market's settlements; who has the others can compare their hashes. */
  chain: ({ issued: { body } }: SecondsReceipt) => {
    if (!('settlement' in body)) return true;
    const { place, previous } = body.chain;
    const isLinked = previous === null ? place === 1 : place > 1 && /^[0-9a-f]{64}$/.test(previous);
    return Number.isSafeInteger(place) && isLinked;
  },
};

/** Whether published terms offer a length at these figures. */
function isOffered(published: SecondsTermsText, own: BetTermsText, seconds: number): boolean {
  const payout = published.payouts.find((it) => it.seconds === seconds);
  return (
    payout !== undefined &&
    units(payout.rate) === units(own.payout_rate) &&
    published.entry_delay_ms === own.entry_delay_ms &&
    published.cancel_lead_ms === own.cancel_lead_ms &&
    published.void_after_ms === own.void_after_ms
  );
}

/** Returns every tick that a receipt names. */
function namedIn(body: SecondsText): readonly NamedTickText[] {
  if (!('settlement' in body)) return [body.tick];
  const { entry, exit, tick, before } = body;
  return [entry?.before, entry?.tick, exit?.before, exit?.tick, tick, before].filter(
    (it) => it !== null && it !== undefined,
  );
}

/** Returns everything that a bet keeps from its acceptance to its end. */
function keptOf({ book, bet, terms }: SecondsText): string {
  const own = [bet.id, bet.market, bet.symbol, bet.side, bet.seconds, units(bet.stake), bet.currency, bet.at];
  const times = [terms.version, terms.entry_delay_ms, terms.cancel_lead_ms, terms.void_after_ms];
  return [book, ...own, ...times, units(terms.payout_rate)].map(String).join();
}

type Look = {
  /** Named by the first of its ticks: from there the blocks lead to the seal. */
  readonly receipt: Pick<SecondsReceipt, 'proof' | 'issued'>;
  readonly own: SecondsReceipt;
  readonly seal: Seal;
  readonly kept: Required<Kept>;
  readonly atMs: number;
};

/** Returns the tick from whose block on the chain to the seal is shown; ticks long before are bound by heads alone. */
function startOf({ proof, others }: SecondsReceipt): TickProof {
  const near = others.filter(({ header }) => proof.header.number - header.number <= TRIGGER_BLOCKS_MAX);
  return [proof, ...near].reduce((first, it) => (it.header.number < first.header.number ? it : first));
}

const { blocks, signature, keptKey, head, keptHead, sealed, soon } = SEAL_CHECKS;

/** Checks that the receipt was sealed at its time, and its prices before it, in one history. */
export const SECONDS_SEAL_CHECKS = {
  blocks,
  signature,
  keptKey,
  /** No head contradicts these blocks, nor do the headers that lead from any of its ticks to a head. */
  head: async (look: Look) => {
    const { issued, proof, others } = look.own;
    const all = await Promise.all([proof, ...others].map((it) => head({ ...look, receipt: { issued, proof: it } })));
    return all.every((isSame) => isSame);
  },
  keptHead: (look: Look) => keptHead({ ...look, receipt: look.own }),
  sealed,
  soon,
  /** All its ticks are in the chain from the first of them to the seal: there is one history. */
  history: async ({ receipt, own: { proof, others }, seal }: Look) => {
    const headers = [receipt.proof.header, ...seal.blocks.map(({ header }) => header)];
    const hashes = (await Promise.all(headers.map(blockHash))).map(toHex);
    const near = [proof, ...others].filter(({ header }) => header.number >= receipt.proof.header.number);
    const own = (await Promise.all(near.map(({ header }) => blockHash(header)))).map(toHex);
    return own.every((hash) => hashes.includes(hash));
  },
  /** If no later tick shows that one was missing, the blocks themselves do: they have none of the market in that time. */
  quiet: async ({ own: { outcome, proof, issued }, seal }: Look) => {
    if (outcome.kind === 'bet') return true;
    const { fromMs, toMs } = missingIn(outcome);
    if (toMs <= fromMs || outcome.newest.tick.atMs >= fromMs) return true;
    const later = seal.blocks.filter(({ header }) => header.number > proof.header.number);
    const end = later.findIndex(({ header }) => header.atMs >= toMs);
    if (end < 0) return false;
    const bodies = await Promise.all(later.slice(0, end + 1).map(({ header, body }) => wholeBody(header, body)));
    const { market } = issued.body.bet;
    const isOutside = (it: SealedTick) => it.market !== market || it.atMs < fromMs || it.atMs >= toMs;
    return bodies.every((ticks) => ticks?.every(isOutside) === true);
  },
};

type Checks = {
  readonly receipt: Partial<typeof SECONDS_CHECKS>;
  readonly bet: Partial<typeof BET_RULE_CHECKS>;
  readonly settlement: Partial<typeof BET_SETTLEMENT_CHECKS>;
  readonly tick: Partial<typeof TICK_CHECKS>;
  readonly seal: Partial<typeof SECONDS_SEAL_CHECKS>;
};
export const ALL_SECONDS_CHECKS: Checks = {
  receipt: SECONDS_CHECKS,
  bet: BET_RULE_CHECKS,
  settlement: BET_SETTLEMENT_CHECKS,
  tick: TICK_CHECKS,
  seal: SECONDS_SEAL_CHECKS,
};

/** Returns the failed checks of a bet's receipt; if there are none, its holder can recompute the outcome. */
export async function checkSeconds(
  receipt: SecondsReceipt,
  { keptHeads = [], keptKeys = [] }: Kept = {},
  checks: Checks = ALL_SECONDS_CHECKS,
): Promise<SecondsFindings> {
  const kept = { keptHeads, keptKeys };
  const { seal, claim, issued, outcome, proof, others } = receipt;
  const ticks = await Promise.all([proof, ...others].map((it) => checkTick(it, kept, checks.tick)));
  const named = { proof: startOf(receipt), issued };
  const look = seal && { receipt: named, own: receipt, seal, kept, atMs: claim.atMs };
  return {
    receipt: await failing(checks.receipt, receipt),
    rule: outcome.kind === 'bet' ? await failing(checks.bet, outcome) : await failing(checks.settlement, outcome),
    tick: [...new Set(ticks.flat())],
    seal: look ? await failing(checks.seal, look) : [],
    isAwaited: seal === undefined,
  };
}
