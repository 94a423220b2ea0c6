import { type BetResult, tickDueMs } from '@app/domain/seconds';
import { formatDecimal } from '@app/money';
import type { betCommand } from '@app/protocol/engine';
import { BET_STATUSES } from '@app/protocol/seconds';
import type * as z from 'zod/mini';
import type { BetOutcome, StoredBet } from './bet-row.ts';

/** What the wire says besides the bet. */
export type BetNames = {
  readonly symbol: string;
  /** Of the stake's currency. */
  readonly currencyId: bigint;
};

export type WireBet = z.input<(typeof betCommand)['answer']>;

/**
 * Converts a bet to its wire format. Hand-written, because a codec for every field would take most of a batch's time.
 */
export function toWireBet({ id, bet, status, entry, end }: StoredBet, { symbol, currencyId }: BetNames): WireBet {
  const exitDueMs = entry && tickDueMs(bet, { kind: 'running', entry: { ...entry, market: bet.market } });
  return {
    id: String(id),
    match_id: bet.market,
    symbol,
    type: bet.side === 'up' ? 1 : 2,
    seconds: bet.seconds,
    number: formatDecimal(bet.stake),
    currency_id: String(currencyId),
    currency_name: bet.currency,
    rate: formatDecimal(bet.payoutRate),
    terms: bet.version,
    status: BET_STATUSES.indexOf(status),
    result: resultOf(end?.outcome),
    created: bet.acceptedMs,
    enters: bet.acceptedMs + bet.entryDelayMs,
    entry_price: entry === undefined ? null : formatDecimal(entry.price),
    entry_time: entry?.atMs ?? null,
    expires: exitDueMs ?? null,
    exit_price: end?.exit === undefined ? null : formatDecimal(end.exit.price),
    exit_time: end?.exit?.atMs ?? null,
    void_after_ms: bet.voidAfterMs,
    cancel_sent: bet.cancelMs ?? null,
    returned: end === undefined ? null : formatDecimal(end.returned),
    ended: end?.atMs ?? null,
    receipt: end === undefined ? null : String(end.id),
  };
}

const resultOf = (outcome: BetOutcome | undefined): BetResult | null =>
  outcome === undefined || outcome === 'cancelled' || outcome === 'void' ? null : outcome;
