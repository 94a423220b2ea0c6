import { type Amount, type Price, ratio } from '@app/money';

/** Shown and never traded at; rounded down, so that what was paid is never shown as more than it was. */
export const averagePrice = (cost: Amount, quantity: Amount): Price =>
  ratio<Amount>(cost, quantity, 'down') as bigint as Price; // Quote for one base.
