import type { Price } from '@app/money';
import type { IndexRules } from './index-rules.ts';
import { isBeyond } from './median.ts';

export type LastPrice = { readonly price: Price; readonly atMs: number };

/** An index price, and whether an excluded venue still quoted an older one. */
type RecentPrice = LastPrice & { readonly isDisputed: boolean };

/**
 * A market's index prices of the last seconds, oldest first, preceded by the newest earlier one that was undisputed.
 */
export type RecentPrices = readonly RecentPrice[];

export type Memory = {
  /** The market's last index price; without one, no jump is possible. */
  readonly last: LastPrice | undefined;
  /** `recent` of the last verdict with a price; empty if another process made the prices until now. */
  readonly recent: RecentPrices;
  readonly nowMs: number;
  readonly rules: IndexRules;
};

/**
 * Returns the prices a new price is compared with. With the last price alone, colluding venues could drift anywhere in
 * small steps, so one reference is always undisputed and at least as old as the jump confirmation time. A dispute
 * expires after `disputeMs`: a venue that is permanently off must not hold the index for ever.
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

/** Appends the current price; it is disputed if an excluded venue is still near an undisputed reference. */
export function remember(
  { price, leftOut }: { readonly price: Price; readonly leftOut: readonly Price[] },
  references: RecentPrices,
  { nowMs, rules }: Pick<Memory, 'nowMs' | 'rules'>,
): RecentPrices {
  const undisputed = references.filter((one) => !one.isDisputed);
  const isAccepted = (candidate: Price) => undisputed.some((from) => !isBeyond(candidate, from.price, rules.jumpRate));
  return [...references, { price, atMs: nowMs, isDisputed: leftOut.some(isAccepted) }];
}
