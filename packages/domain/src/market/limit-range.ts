import { ceilTo, divideRounded, floorTo, max, ONE, type Price, type Rate, subtract } from '@app/money';

/** Returns the first and last price, on the market's grid, at which a limit within a band around a price is accepted. */
export function limitRange(
  price: Price,
  { priceTick }: { readonly priceTick: Price },
  { limitBandRate }: { readonly limitBandRate: Rate },
): { readonly lowest: Price; readonly highest: Price } {
  const lowest = divideRounded(price * subtract(ONE as Rate, limitBandRate), ONE, 'up') as Price;
  const highest = divideRounded(price * (ONE + limitBandRate), ONE, 'down') as Price;
  return { lowest: max(ceilTo(lowest, priceTick), priceTick), highest: floorTo(highest, priceTick) };
}
