import type { NamedTickText } from './contract-text.ts';
import type { IssuedReceipt } from './receipt-bytes.ts';

/** Kinds of the receipts of seconds options. */
export const SECONDS_KINDS = { bet: 'seconds.bet', settlement: 'seconds.settlement' } as const;

/** What a receipt names of the published `seconds.terms`: one length with its payout, and the times. */
export type BetTermsText = {
  readonly version: number;
  readonly payout_rate: string;
  readonly entry_delay_ms: number;
  readonly cancel_lead_ms: number;
  readonly void_after_ms: number;
};

/** A version of `seconds.terms`, as published. */
export type SecondsTermsText = Omit<BetTermsText, 'version' | 'payout_rate'> & {
  readonly payouts: readonly { readonly seconds: number; readonly rate: string }[];
};

/** Receipt of an accepted bet as issued: amounts, prices and rates are decimal text, times are in milliseconds. */
export type BetText = {
  readonly rule: string;
  readonly version: number;
  readonly book: string;
  readonly bet: {
    readonly id: string;
    readonly market: number;
    readonly symbol: string;
    readonly side: string;
    readonly seconds: number;
    readonly stake: string;
    readonly currency: string;
    /** Time of its acceptance, from which the entry delay counts. */
    readonly at: number;
  };
  readonly terms: BetTermsText;
  /** Version of `market.seconds_fresh_ms`, and the age of a price up to which it accepts bets. */
  readonly freshness: { readonly version: number; readonly max_age_ms: number };
  /** Newest tick of the market when it was accepted. */
  readonly tick: NamedTickText;
};

/**
 * Receipt of the end of a bet as issued. It repeats the bet, whose own receipt has the hash `accepted`. Ticks of a market
 * are numbered without a gap: the tick before one that counts shows that it was the first.
 */
export type BetSettlementText = {
  readonly rule: string;
  readonly version: number;
  readonly book: string;
  readonly settlement: {
    readonly id: string;
    /** `profit`, `loss`, `flat`, `cancelled` or `void`. */
    readonly outcome: string;
    readonly returned: string;
    /** UTC day that the statistics count it in, as `2026-11-18`: that of `at`. */
    readonly day: string;
    readonly at: number;
  };
  readonly bet: BetText['bet'];
  readonly terms: BetTermsText;
  readonly accepted: string;
  /** When the user cancelled it; null if they did not. */
  readonly cancel_ms: number | null;
  /** First tick at least `entry_delay_ms` after acceptance, and the tick before it; null if the bet ended before. */
  readonly entry: { readonly before: NamedTickText | null; readonly tick: NamedTickText } | null;
  /** First tick at least `seconds` after the entry tick, and the tick before it; null if the bet ended before. */
  readonly exit: { readonly before: NamedTickText | null; readonly tick: NamedTickText } | null;
  /**
   * Tick at which it was decided, which gives the receipt its block: the exit tick, or the newest known tick of the market when a
   * bet was void or cancelled.
   */
  readonly tick: NamedTickText;
  /** Of a bet without an exit: the tick before `tick`, which shows that no tick counted if `tick` is late. */
  readonly before: NamedTickText | null;
  /** Among all settlements of the market in one mode. */
  readonly chain: { readonly place: number; readonly previous: string | null };
};

export type SecondsText = BetText | BetSettlementText;
export type IssuedBet = IssuedReceipt & { readonly body: SecondsText };
