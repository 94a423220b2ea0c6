import { type Amount, absolute, max, multiply, negate, type Price, subtract, sum, ZERO } from '@app/money';

/**
 * Today's trades of one market, aggregated or one by one. Quantity and cost are positive for a buy, negative for a
 * sell.
 */
export type DayTrade = {
  readonly signedQuantity: Amount;
  readonly signedCost: Amount;
  readonly fee: Amount;
  readonly indexPrice: Price | undefined;
};

/**
 * Returns the loss of today's trades at the index price, fees included, over all markets: a gain in one offsets a loss
 * in another, and so do the results of other products. A market without an index price counts its fees only, because the
 * value of its position is unknown.
 */
export function lossOfDay(trades: readonly DayTrade[], otherProducts: Amount = ZERO): Amount {
  return max(negate(sum([...trades.map(resultOf), otherProducts])), ZERO);
}

function resultOf({ signedQuantity, signedCost, fee, indexPrice }: DayTrade): Amount {
  if (indexPrice === undefined) return negate(fee);
  return subtract(subtract(worthAt(signedQuantity, indexPrice), signedCost), fee);
}

/** Values a position, rounded against the trader either way: a loss limit may bind one digit early, never late. */
const worthAt = (signed: Amount, price: Price) =>
  signed < ZERO ? negate(multiply(absolute(signed), price, 'up')) : multiply(signed, price, 'down');
