import type { Mode } from '@app/domain/ledger';
import type { Bet } from '@app/domain/seconds';
import { type Amount, formatDecimal, type Price } from '@app/money';
import {
  type BetSettlementText,
  type BetTermsText,
  type BetText,
  type NamedTickText,
  SECONDS_KINDS,
} from '@app/verifier';
import { hashReceipt, type Receipt } from '../proof/index.ts';
import type { Versioned } from '../reference/index.ts';
import type { BetOutcome, EntryTick } from './bet-row.ts';

/** A tick as a receipt names it. */
export type ReceiptTick = { readonly seq: number; readonly price: Price; readonly block: number };

/** Settlements of a market in one mode so far, and the hash of the last one's receipt. */
export type ReceiptChain = { readonly place: number; readonly hash: string | null };

/** What all receipts of seconds options have in common. */
export type ReceiptContext = {
  readonly mode: Mode;
  readonly symbol: string;
};

type Accepted = {
  readonly id: bigint;
  readonly bet: Bet;
  /** Newest tick of the market. */
  readonly tick: ReceiptTick;
  /** Age of a price up to which bets are accepted. */
  readonly freshMs: Versioned<number>;
};

/** Returns the receipt of an accepted bet, and its hash. */
export function betReceipt(
  { mode, symbol }: ReceiptContext,
  { id, bet, tick, freshMs }: Accepted,
): { readonly receipt: Receipt; readonly hash: string } {
  const body: BetText = {
    rule: 'seconds-bet',
    version: 1,
    book: mode,
    bet: betText(id, bet, symbol),
    terms: termsText(bet),
    freshness: { version: freshMs.version, max_age_ms: freshMs.value },
    tick: tickText(bet.market, tick),
  };
  const receipt = { id, kind: SECONDS_KINDS.bet, block: tick.block, body };
  return { receipt, hash: hashReceipt(receipt) };
}

type Ended = {
  /** Of the settlement. */
  readonly id: bigint;
  readonly bet: { readonly id: bigint; readonly bet: Bet; readonly receiptHash: string };
  readonly outcome: BetOutcome;
  readonly returned: Amount;
  readonly entry: EntryTick | undefined;
  readonly exit: EntryTick | undefined;
  /** Tick at which it was decided, and the one before it. */
  readonly tick: ReceiptTick & { readonly before?: ReceiptTick | undefined };
  readonly chain: ReceiptChain;
  /** Time of the settlement: within two seconds of the one in the id. */
  readonly atMs: number;
};

/** Returns the receipt of the end of a bet, and the chain of its market after it. */
export function settlementReceipt(
  { mode, symbol }: ReceiptContext,
  { id, bet: { id: betId, bet, receiptHash }, outcome, returned, entry, exit, tick, chain, atMs }: Ended,
): { readonly receipt: Receipt; readonly chain: ReceiptChain & { readonly hash: string } } {
  const place = chain.place + 1;
  const body: BetSettlementText = {
    rule: 'seconds-settlement',
    version: 1,
    book: mode,
    settlement: { id: String(id), outcome, returned: formatDecimal(returned), day: dayOf(atMs), at: atMs },
    bet: betText(betId, bet, symbol),
    terms: termsText(bet),
    accepted: receiptHash,
    cancel_ms: bet.cancelMs ?? null,
    entry: entry === undefined ? null : namedEntry(bet.market, entry),
    exit: exit === undefined ? null : namedEntry(bet.market, exit),
    tick: tickText(bet.market, tick),
    before: exit === undefined && tick.before !== undefined ? tickText(bet.market, tick.before) : null,
    chain: { place, previous: chain.hash },
  };
  const receipt = { id, kind: SECONDS_KINDS.settlement, block: tick.block, body };
  return { receipt, chain: { place, hash: hashReceipt(receipt) } };
}

/** UTC day of a time, as `2026-11-18`. */
export const dayOf = (atMs: number): string => new Date(atMs).toISOString().slice(0, 10);

/** Names a tick. */
export const tickText = (market: number, { seq, price, block }: ReceiptTick): NamedTickText => ({
  market,
  seq,
  price: formatDecimal(price),
  block,
});

const namedEntry = (market: number, { before, ...tick }: EntryTick) => ({
  before: before === undefined ? null : tickText(market, before),
  tick: tickText(market, tick),
});

const betText = (id: bigint, { market, side, seconds, stake, currency, acceptedMs }: Bet, symbol: string) => ({
  id: String(id),
  market,
  symbol,
  side,
  seconds,
  stake: formatDecimal(stake),
  currency,
  at: acceptedMs,
});

const termsText = ({ version, payoutRate, entryDelayMs, cancelLeadMs, voidAfterMs }: Bet): BetTermsText => ({
  version,
  payout_rate: formatDecimal(payoutRate),
  entry_delay_ms: entryDelayMs,
  cancel_lead_ms: cancelLeadMs,
  void_after_ms: voidAfterMs,
});
