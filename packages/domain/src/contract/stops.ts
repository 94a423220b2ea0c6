import { type Decision, ok, refuse } from '@app/base';
import { formatDecimal, isMultipleOf, type Price } from '@app/money';
import type { PositionSide } from './position.ts';

/** Stop-loss and take-profit of a position; undefined: it has none. */
export type Stops = {
  readonly side: PositionSide;
  readonly stopLoss?: Price | undefined;
  readonly takeProfit?: Price | undefined;
};

/**
 * Returns which of a position's prices an index price reaches: at it or through it. The position then closes at the next
 * valid tick. The stop-loss wins, where a user set both on the same side of the price.
 */
export function firedStop({ side, stopLoss, takeProfit }: Stops, index: Price): 'stop' | 'profit' | undefined {
  const isLong = side === 'long';
  if (stopLoss !== undefined && (isLong ? index <= stopLoss : index >= stopLoss)) return 'stop';
  if (takeProfit !== undefined && (isLong ? index >= takeProfit : index <= takeProfit)) return 'profit';
  return undefined;
}

/**
 * Checks stop-loss and take-profit against a price: the index, or the limit of an order that waits. Each lies on the
 * grid and on its own side of the price, else it would fire at once.
 */
export function checkStops(
  { stopLoss, takeProfit }: Omit<Stops, 'side'>,
  { side, price, priceTick }: { readonly side: PositionSide; readonly price: Price; readonly priceTick: Price },
): Decision<true, 'price_step_wrong' | 'trigger_price_wrong'> {
  const [below, above] = side === 'long' ? [stopLoss, takeProfit] : [takeProfit, stopLoss];
  for (const level of [below, above])
    if (level !== undefined && !isMultipleOf(level, priceTick))
      return refuse('price_step_wrong', { step: formatDecimal(priceTick) });
  const isWrong = (below !== undefined && below >= price) || (above !== undefined && above <= price);
  return isWrong ? refuse('trigger_price_wrong', { price: formatDecimal(price) }) : ok(true);
}
