import { type Amount, absolute, add, max, negate, type Rate, ratio, subtract, ZERO } from '@app/money';

/** A day's worth at its beginning and now, and what came from outside meanwhile, less what left. */
export type Day = { readonly opening: Amount; readonly now: Amount; readonly came: Amount };

export type DayResult = { readonly change: Amount; readonly ratio: Rate | undefined };

/**
 * What a day has won or lost: what came from outside is no gain, what left is no loss. The ratio is against what was there
 * to win with; where that was nothing, there is none.
 */
export function dayResult({ opening, now, came }: Day): DayResult {
  const change = subtract(now, add(opening, came));
  const base = add(opening, max(came, ZERO));
  if (base <= ZERO) return { change, ratio: undefined };
  const size = ratio(absolute(change), base, 'down');
  return { change, ratio: change < ZERO ? negate(size) : size };
}

/**
 * Transfers by which money comes from outside or leaves. Whatever is neither one of these nor between one's own accounts is
 * a gain or a loss: deposits and withdrawals join when they are built.
 */
export const FLOW_KINDS: readonly string[] = ['demo.grant', 'demo.sweep'];
