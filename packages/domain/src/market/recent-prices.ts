import type { Price } from '@app/money';
import type { IndexRules } from './index-rules.ts';
import { isBeyond } from './median.ts';

export type LastPrice = { readonly price: Price; readonly atMs: number };

/** An index price, and whether a venue left out of it stood by an older one. */
type RecentPrice = LastPrice & { readonly isDisputed: boolean };

/** A market's index prices of the last seconds, oldest first, and the newest before them that nobody disputed. */
export type RecentPrices = readonly RecentPrice[];

export type Memory = {
  /** The market's last index price; without one there is nothing to jump from. */
  readonly last: LastPrice | undefined;
  /** What the last verdict with a price remembered; nothing where another process made the prices until now. */
  readonly recent: RecentPrices;
  readonly nowMs: number;
  readonly rules: IndexRules;
};

/**
 * What a new price is measured by. Measured by the last one alone, venues that lie together could walk anywhere in small
 * steps, so there is always one that is undisputed and as old as a jump must be. A dispute ends after its time: a venue
 * that is off for good must not hold the index for ever.
 */
export function referencesOf({ last, recent, nowMs, rules }: Memory): RecentPrices {
  const known = recent.map((one) => ({ ...one, atMs: Math.min(one.atMs, nowMs) })); // The clock was set back.
  const inTime = known.filter(({ atMs }) => nowMs - atMs <= rules.disputeMs);
  const isOld = ({ atMs }: LastPrice) => nowMs - atMs >= rules.jumpConfirmMs;
  const oldest = inTime.findLastIndex((one) => !one.isDisputed && isOld(one));
  const kept = inTime.filter((one, index) => index === oldest || !isOld(one));
  if (last === undefined || kept.some(({ isDisputed }) => !isDisputed)) return kept;
  return [{ price: last.price, atMs: Math.min(last.atMs, nowMs), isDisputed: false }, ...kept];
}

/** With the price of now, which is disputed where a venue left out of it stands by one that was not. */
export function remember(
  { price, leftOut }: { readonly price: Price; readonly leftOut: readonly Price[] },
  references: RecentPrices,
  { nowMs, rules }: Pick<Memory, 'nowMs' | 'rules'>,
): RecentPrices {
  const undisputed = references.filter((one) => !one.isDisputed);
  const isAccepted = (candidate: Price) => undisputed.some((from) => !isBeyond(candidate, from.price, rules.jumpRate));
  return [...references, { price, atMs: nowMs, isDisputed: leftOut.some(isAccepted) }];
}
