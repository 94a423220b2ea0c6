import type { TickProof } from './check-tick.ts';
import type { KnownMarket } from './contract-receipt.ts';
import type { NamedTickText } from './contract-text.ts';
import { type ProofText, readProof } from './evidence.ts';
import type { Acceptance, BetEnding, BetRuleTick, FirstTick, RuledBet } from './rules/seconds-bet.ts';
import { readSeal, type Seal, type SealText } from './seal.ts';
import {
  type BetSettlementText,
  type BetTermsText,
  type BetText,
  type IssuedBet,
  SECONDS_KINDS,
  type SecondsTermsText,
  type SecondsText,
} from './seconds-text.ts';
import { readTicks } from './tick-bytes.ts';
import { units } from './units.ts';

/** API response for the receipt of a bet. */
export type SecondsAnswer = {
  readonly kind: string;
  readonly body: SecondsText;
  /** Terms of the version that it names; null if there is no such version. */
  readonly settings: { readonly version: number; readonly value: SecondsTermsText } | null;
  /** Of an acceptance: the limit to the age of its price, of the version that it names; null if there is no such version. */
  readonly freshness: { readonly version: number; readonly value: number } | null;
  /** Of the tick at which it was decided. */
  readonly proof: ProofText;
  /** Of every other tick that it needs, in any order. */
  readonly others: readonly ProofText[];
  /** Null until a block has sealed the receipt. */
  readonly seal: SealText | null;
  /** Of a settlement: the receipt of its bet. */
  readonly earlier: readonly IssuedBet[];
};

type Query = {
  readonly id?: string | undefined;
  readonly markets?: Readonly<Record<string, KnownMarket>> | undefined;
};

/** Parsed receipt of a bet; the id is the one that was requested. */
export type SecondsReceipt = {
  readonly kind: string;
  readonly id: string;
  readonly issued: IssuedBet;
  /** Its own id and time: of the bet, or of the settlement. */
  readonly claim: { readonly id: string; readonly atMs: number };
  readonly outcome: Acceptance | BetEnding;
  readonly terms: SecondsAnswer['settings'];
  readonly publishedFreshness: SecondsAnswer['freshness'];
  readonly proof: TickProof;
  readonly others: readonly TickProof[];
  /** Undefined if the reader did not fetch the list of markets; null if its symbol is not among them. */
  readonly known: KnownMarket | null | undefined;
  readonly earlier: readonly IssuedBet[];
  readonly seal: Seal | undefined;
};

const KINDS: readonly string[] = Object.values(SECONDS_KINDS);

/** Whether an answer is about a bet. */
export const isSeconds = (answer: { readonly kind: string }): boolean => KINDS.includes(answer.kind);

/** Parses the receipt of a bet; throws if a text is not a number and leaves the values to the checks. */
export function readSeconds(answer: SecondsAnswer, { id, markets }: Query = {}): SecondsReceipt {
  const { kind, body, settings, freshness, seal, earlier } = answer;
  const claim = claimOf(body);
  const own = id ?? claim.id;
  const proof = readProof(answer.proof, body.tick);
  const others = answer.others.map((it) => readProof(it));
  return {
    kind,
    id: own,
    issued: { id: own, kind, body },
    claim,
    outcome: readBetOutcome(body, [proof, ...others]),
    terms: settings,
    publishedFreshness: freshness,
    proof,
    others,
    known: markets && (markets[body.bet.symbol] ?? null),
    earlier: earlier.map((it) => ({ id: it.id, kind: it.kind, body: it.body })),
    seal: seal ? readSeal(seal) : undefined,
  };
}

function claimOf(body: SecondsText): SecondsReceipt['claim'] {
  const { id, at } = 'settlement' in body ? body.settlement : body.bet;
  return { id, atMs: at };
}

/** Finds the proof of a tick by its number. */
export const proofOf = (proofs: readonly TickProof[], seq: number): TickProof | undefined =>
  proofs.find((it) => it.seq === seq);

/** Returns the time of a tick in milliseconds; NaN without a proof, which is before and after nothing. */
const timeIn = (proof: TickProof | undefined): number => (proof && readTicks(proof.leaf)[0]?.atMs) ?? Number.NaN;

/** Reads the inputs of the rule that a receipt is about; the times of its ticks are those of the proofs. */
export function readBetOutcome(body: SecondsText, proofs: readonly TickProof[]): Acceptance | BetEnding {
  const read = ({ seq, price }: NamedTickText): BetRuleTick => ({
    seq,
    atMs: timeIn(proofOf(proofs, seq)),
    price: units(price),
  });
  const bet = readBet(body.bet, body.terms);
  if (!('settlement' in body)) return { kind: 'bet', bet, tick: read(body.tick), maxAgeMs: body.freshness.max_age_ms };
  const readFirst = (first: BetSettlementText['entry']): FirstTick | null =>
    first && { tick: read(first.tick), before: first.before && read(first.before) };
  return {
    kind: 'settlement',
    bet,
    outcome: body.settlement.outcome,
    returned: units(body.settlement.returned),
    cancelMs: body.cancel_ms,
    entry: readFirst(body.entry),
    exit: readFirst(body.exit),
    newest: { tick: read(body.tick), before: body.before && read(body.before) },
  };
}

const readBet = (text: BetText['bet'], terms: BetTermsText): RuledBet => ({
  side: text.side,
  seconds: text.seconds,
  stake: units(text.stake),
  payoutRate: units(terms.payout_rate),
  acceptedMs: text.at,
  entryDelayMs: terms.entry_delay_ms,
  cancelLeadMs: terms.cancel_lead_ms,
  voidAfterMs: terms.void_after_ms,
});
