import { type Amount, absolute, add, max, negate, type Rate, ratio, subtract, ZERO } from '@app/money';

/** Equity at the start of the day and now, and the net inflow from outside in between. */
export type Day = { readonly opening: Amount; readonly now: Amount; readonly came: Amount };

export type DayResult = { readonly change: Amount; readonly ratio: Rate | undefined };

/**
 * Returns the day's profit or loss: inflows are no gain, outflows are no loss. The ratio is relative to the capital
 * available that day; undefined if there was none.
 */
export function dayResult({ opening, now, came }: Day): DayResult {
  const change = subtract(now, add(opening, came));
  const base = add(opening, max(came, ZERO));
  if (base <= ZERO) return { change, ratio: undefined };
  const size = ratio(absolute(change), base, 'down');
  return { change, ratio: change < ZERO ? negate(size) : size };
}
