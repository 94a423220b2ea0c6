import { type Amount, absolute, max, multiply, negate, type Price, subtract, sum, ZERO } from '@app/money';

/** Trades of one market today, together or one by one. What was bought and paid is above zero, what was sold below. */
export type DayTrade = {
  readonly signedQuantity: Amount;
  readonly signedCost: Amount;
  readonly fee: Amount;
  readonly indexPrice: Price | undefined;
};

/**
 * What today's trades have lost at the index, fees included, over all markets together: a gain in one makes up for a
 * loss in another. A market without an index counts its fees only, because what was bought there is worth nobody knows.
 */
export function lossOfDay(trades: readonly DayTrade[]): Amount {
  return max(negate(sum(trades.map(resultOf))), ZERO);
}

function resultOf({ signedQuantity, signedCost, fee, indexPrice }: DayTrade): Amount {
  if (indexPrice === undefined) return negate(fee);
  return subtract(subtract(worthAt(signedQuantity, indexPrice), signedCost), fee);
}

/** Rounded against the trader either way: a limit on losses may bind one digit early, never late. */
const worthAt = (signed: Amount, price: Price) =>
  signed < ZERO ? negate(multiply(absolute(signed), price, 'up')) : multiply(signed, price, 'down');
