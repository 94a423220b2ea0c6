import type { Amount, Rate } from '@app/money';
import type { Tick } from '../market/index.ts';

/** What a bet says about the exit price: above the entry price, or below it. */
export const BET_SIDES = ['up', 'down'] as const;
export type BetSide = (typeof BET_SIDES)[number];

/** What an index tick contributes to a bet. Times of a market's ticks never go back; ticks are used in order of `seq`. */
export type BetTick = Pick<Tick, 'market' | 'seq' | 'atMs' | 'price'>;

/** What a right bet of some length pays on top of its stake. */
export type Payout = { readonly seconds: number; readonly rate: Rate };

/** Times that decide which ticks a bet uses. */
export type BetTiming = {
  /** The entry tick is the first one at least this long after acceptance. */
  readonly entryDelayMs: number;
  /** A cancel counts only if the entry tick comes at least this long after it. */
  readonly cancelLeadMs: number;
  /** A bet whose entry or exit tick is this late is void. */
  readonly voidAfterMs: number;
};

/** The public payout table with its times: one version of it is the same for every user. */
export type SecondsTerms = BetTiming & { readonly payouts: readonly Payout[] };

/**
 * An accepted bet. It keeps what was in force at its acceptance, so that bet and ticks alone decide its result; `version`
 * names the terms that these figures were taken from.
 */
export type Bet = BetTiming & {
  readonly market: number;
  readonly side: BetSide;
  readonly seconds: number;
  readonly stake: Amount;
  readonly currency: string;
  readonly version: number;
  readonly payoutRate: Rate;
  /** Database time. */
  readonly acceptedMs: number;
  /** Database time of the user's cancel, if there was one. */
  readonly cancelMs?: number | undefined;
};
