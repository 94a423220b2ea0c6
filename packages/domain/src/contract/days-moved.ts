import { max, ONE, type Price, type Rate, subtract } from '@app/money';

/** Where the price of a day began, and its extremes. */
type DayRange = { readonly open: Price; readonly high: Price; readonly low: Price };

/** Counts the days on which the price moved away from the day's open, up or down, by at least a share of it. */
export const daysMoved = (days: readonly DayRange[], share: Rate): number =>
  days.filter(({ open, high, low }) => max(subtract(high, open), subtract(open, low)) * ONE >= share * open).length;
