import { type Decision, ok, refuse } from '@app/base';
import type { PositionSide } from '@app/domain/contract';
import { formatDecimal, isMultipleOf, type Price } from '@app/money';

type Stops = { readonly stopLoss?: Price | undefined; readonly takeProfit?: Price | undefined };

/**
 * Checks stop-loss and take-profit against a price: the index, or the limit of an order that waits. Each lies on the
 * grid and on its own side of the price, else it would fire at once.
 */
export function checkStops(
  { stopLoss, takeProfit }: Stops,
  { side, price, priceTick }: { readonly side: PositionSide; readonly price: Price; readonly priceTick: Price },
): Decision<true, 'price_step_wrong' | 'trigger_price_wrong'> {
  const [below, above] = side === 'long' ? [stopLoss, takeProfit] : [takeProfit, stopLoss];
  for (const level of [below, above])
    if (level !== undefined && !isMultipleOf(level, priceTick))
      return refuse('price_step_wrong', { step: formatDecimal(priceTick) });
  const isWrong = (below !== undefined && below >= price) || (above !== undefined && above <= price);
  return isWrong ? refuse('trigger_price_wrong', { price: formatDecimal(price) }) : ok(true);
}
