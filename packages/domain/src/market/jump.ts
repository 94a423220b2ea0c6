import { assert } from '@app/base';
import { compare, type Price } from '@app/money';
import type { IndexRules } from './index-rules.ts';
import { isBeyond } from './median.ts';
import { type LastPrice, type Memory, type RecentPrices, referencesOf, remember } from './recent-prices.ts';

/**
 * A jump waiting for confirmation: its price, since when the venues have quoted it, and when they were last seen there.
 */
export type PendingJump = { readonly price: Price; readonly sinceMs: number; readonly seenMs: number };

/** The candidate price, the quotes it is the median of, and the quotes excluded from it. */
type Candidate = {
  readonly price: Price;
  readonly agreeing: readonly Price[];
  readonly leftOut: readonly Price[];
};

export type JumpInput = Memory & { readonly pending: PendingJump | undefined };

type Watched =
  | { readonly kind: 'fine'; readonly recent: RecentPrices }
  | { readonly kind: 'contradicted' }
  | { readonly kind: 'waits'; readonly pending: PendingJump };

/**
 * Keeps spikes out of trades: a price far from any of the last seconds waits until the venues have stayed there for the
 * published time. It is contradicted for as long as a single excluded venue still quotes the old price: a paused market
 * is an outage, but a market moved by colluding venues is theft.
 */
export function watchJump(candidate: Candidate, input: JumpInput): Watched {
  const { last, nowMs, rules } = input;
  const references = referencesOf(input);
  const left = [...references, ...(last === undefined ? [] : [last])].filter((from) => hasLeft(candidate, from, rules));
  if (left.length === 0) return { kind: 'fine', recent: remember(candidate, references, input) };
  const isAccepted = (price: Price) => left.some((from) => !isBeyond(price, from.price, rules.jumpRate));
  if (candidate.leftOut.some(isAccepted)) return { kind: 'contradicted' };
  const pending = goOn(candidate.price, input);
  if (nowMs - pending.sinceMs < rules.jumpConfirmMs) return { kind: 'waits', pending };
  return { kind: 'fine', recent: [{ price: candidate.price, atMs: nowMs, isDisputed: false }] };
}

/**
 * Returns whether the price has jumped from a reference. Checks both middles of an even number of quotes; otherwise the
 * lower one, being the price, would make the limit looser upwards than downwards.
 */
function hasLeft({ agreeing }: Candidate, { price: from }: LastPrice, { jumpRate }: IndexRules): boolean {
  const sorted = [...agreeing].sort(compare);
  const middles = sorted.slice((sorted.length - 1) >> 1, (sorted.length >> 1) + 1);
  assert(middles.length > 0, 'at least one source agrees');
  return middles.some((middle) => isBeyond(middle, from, jumpRate));
}

const goOn = (price: Price, { pending, nowMs, rules }: JumpInput): PendingJump =>
  pending !== undefined && isSameJump(pending, price, { nowMs, rules })
    ? { ...pending, seenMs: nowMs }
    : { price, sinceMs: nowMs, seenMs: nowMs };

/**
 * Returns whether the price is still near the pending jump and was observed continuously: two spikes with a pause
 * between are two jumps. A jump seen in the future was seen before the clock was set back, so how long it has lasted is
 * unknown.
 */
const isSameJump = (pending: PendingJump, price: Price, { nowMs, rules }: Pick<JumpInput, 'nowMs' | 'rules'>) =>
  !isBeyond(price, pending.price, rules.jumpRate) &&
  nowMs >= pending.seenMs &&
  nowMs - pending.seenMs <= rules.sourceStaleMs;
