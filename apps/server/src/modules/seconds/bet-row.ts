import type { Bet, BetResult, BetSide } from '@app/domain/seconds';
import { type Amount, type Price, parseDecimal, type Rate } from '@app/money';
import type { BET_STATUSES } from '@app/protocol/seconds';
import type { NamedTickText } from '@app/verifier';
import { sql } from 'kysely';
import type { ReceiptTick } from './receipts.ts';

/** What a bet waits for, or how it ended. */
type BetStatus = (typeof BET_STATUSES)[number];
/** How a bet ended. */
export type BetOutcome = BetResult | 'cancelled' | 'void';

/** The tick at which a bet entered, and the one before it: ticks have no gap, so it shows that no earlier one counted. */
export type EntryTick = ReceiptTick & { readonly atMs: number; readonly before: ReceiptTick | undefined };

export type BetEnd = {
  /** Id of its receipt. */
  readonly id: bigint;
  readonly outcome: BetOutcome;
  readonly returned: Amount;
  readonly exit: { readonly price: Price; readonly atMs: number } | undefined;
  readonly atMs: number;
};

/** A bet as stored, with its end if it has one. */
export type StoredBet = {
  readonly id: bigint;
  readonly userId: bigint;
  readonly bet: Bet;
  readonly status: BetStatus;
  /** Newest tick of the market at its acceptance. */
  readonly acceptedSeq: number;
  /** Hash of the receipt of its acceptance. */
  readonly receiptHash: string;
  readonly entry: EntryTick | undefined;
  readonly end: BetEnd | undefined;
};

/** Row of a bet and its settlement; its enumerated values are guaranteed by the tables' checks. */
export type BetRow = {
  id: bigint;
  user_id: bigint;
  market: number;
  side: BetSide;
  seconds: number;
  stake: string;
  currency: string;
  terms: number;
  payout_rate: string;
  entry_delay_ms: number;
  cancel_lead_ms: number;
  void_after_ms: number;
  accepted_ms: bigint;
  accepted_seq: bigint;
  receipt_hash: string;
  status: BetStatus;
  cancel_ms: bigint | null;
  entry_seq: bigint | null;
  entry_ms: bigint | null;
  entry_price: string | null;
  entry_block: bigint | null;
  entry_before: NamedTickText | null;
  settlement: bigint | null;
  outcome: BetOutcome | null;
  returned: string | null;
  exit_ms: bigint | null;
  exit_price: string | null;
  ended_at: Date | null;
};

const OWN_COLUMNS = sql`b.id, b.user_id, b.market, b.side, b.seconds, trim_scale(b.stake)::text as stake, b.currency, b.terms,
  trim_scale(b.payout_rate)::text as payout_rate, b.entry_delay_ms, b.cancel_lead_ms, b.void_after_ms, b.accepted_ms, b.accepted_seq,
  b.receipt_hash, b.status, b.cancel_ms, b.entry_seq, b.entry_ms, trim_scale(b.entry_price)::text as entry_price, b.entry_block,
  b.entry_before`;

/** Columns of `seconds_bet b left join seconds_settlement s on s.bet = b.id`. */
export const BET_COLUMNS = sql`${OWN_COLUMNS}, s.id as settlement, s.outcome, trim_scale(s.returned)::text as returned, s.exit_ms,
  trim_scale(s.exit_price)::text as exit_price, s.at as ended_at`;

/** Columns of an open bet, which has no settlement. */
export const OPEN_BET_COLUMNS = sql`${OWN_COLUMNS}, null::bigint as settlement, null::text as outcome, null::text as returned,
  null::bigint as exit_ms, null::text as exit_price, null::timestamptz as ended_at`;

export const toBet = (row: BetRow): StoredBet => ({
  id: row.id,
  userId: row.user_id,
  bet: {
    market: row.market,
    side: row.side,
    seconds: row.seconds,
    stake: parseDecimal<Amount>(row.stake),
    currency: row.currency,
    version: row.terms,
    payoutRate: parseDecimal<Rate>(row.payout_rate),
    entryDelayMs: row.entry_delay_ms,
    cancelLeadMs: row.cancel_lead_ms,
    voidAfterMs: row.void_after_ms,
    acceptedMs: Number(row.accepted_ms),
    cancelMs: row.cancel_ms === null ? undefined : Number(row.cancel_ms),
  },
  status: row.status,
  acceptedSeq: Number(row.accepted_seq),
  receiptHash: row.receipt_hash,
  entry: toEntry(row),
  end: toEnd(row),
});

function toEntry({ entry_seq, entry_ms, entry_price, entry_block, entry_before }: BetRow): EntryTick | undefined {
  if (entry_price === null) return undefined;
  return {
    seq: Number(entry_seq),
    atMs: Number(entry_ms),
    price: parseDecimal<Price>(entry_price),
    block: Number(entry_block),
    before: entry_before === null ? undefined : toNamedTick(entry_before),
  };
}

const toNamedTick = ({ seq, price, block }: NamedTickText): ReceiptTick => ({
  seq,
  price: parseDecimal<Price>(price),
  block,
});

function toEnd({ settlement, outcome, returned, exit_ms, exit_price, ended_at }: BetRow): BetEnd | undefined {
  if (settlement === null || outcome === null || returned === null || ended_at === null) return undefined;
  return {
    id: settlement,
    outcome,
    returned: parseDecimal<Amount>(returned),
    exit: exit_price === null ? undefined : { price: parseDecimal<Price>(exit_price), atMs: Number(exit_ms) },
    atMs: ended_at.getTime(),
  };
}
