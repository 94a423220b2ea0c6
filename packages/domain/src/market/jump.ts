import { assert } from '@app/base';
import { compare, type Price } from '@app/money';
import type { IndexRules } from './index-rules.ts';
import { isBeyond } from './median.ts';
import { type LastPrice, type Memory, type RecentPrices, referencesOf, remember } from './recent-prices.ts';

/** A jump that waits: where the venues went, since when they have been there, and when they were last seen there. */
export type PendingJump = { readonly price: Price; readonly sinceMs: number; readonly seenMs: number };

/** The price, the words it is the median of, and those left out of it. */
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
 * No trade ever gets a spike: a price far from any of the last seconds waits until the venues have stayed there for the
 * published time. It is contradicted, for as long as that lasts, by a single venue left out of it that still stands at
 * the old price: a market that rests is an outage, one moved by venues that lie together is a theft.
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

/** Of an even number both middles are asked, or the lower, being the price, would be further away upwards than down. */
function hasLeft({ agreeing }: Candidate, { price: from }: LastPrice, { jumpRate }: IndexRules): boolean {
  const sorted = [...agreeing].sort(compare);
  const middles = sorted.slice((sorted.length - 1) >> 1, (sorted.length >> 1) + 1);
  assert(middles.length > 0, 'somebody agrees');
  return middles.some((middle) => isBeyond(middle, from, jumpRate));
}

const goOn = (price: Price, { pending, nowMs, rules }: JumpInput): PendingJump =>
  pending !== undefined && isSameJump(pending, price, { nowMs, rules })
    ? { ...pending, seenMs: nowMs }
    : { price, sinceMs: nowMs, seenMs: nowMs };

/**
 * Still near where it first went, and watched all the while: two spikes with a pause between are two jumps. One that is
 * seen in the future was seen before the clock was set back, and nobody knows how long it has stayed.
 */
const isSameJump = (pending: PendingJump, price: Price, { nowMs, rules }: Pick<JumpInput, 'nowMs' | 'rules'>) =>
  !isBeyond(price, pending.price, rules.jumpRate) &&
  nowMs >= pending.seenMs &&
  nowMs - pending.seenMs <= rules.sourceStaleMs;
