import { type Amount, type Price, ratio } from '@app/money';

/** Returns the average price for display, never traded at; rounded down, so that the price paid is never overstated. */
export const averagePrice = (cost: Amount, quantity: Amount): Price =>
  ratio<Amount>(cost, quantity, 'down') as bigint as Price; // Quote per base.
