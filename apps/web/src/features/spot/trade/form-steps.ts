import { shownPlaces } from '@app/domain/wallet';
import { type Amount, ceilTo, floorTo, formatPlaces, type Price } from '@app/money';
import type { MarketInfo } from '../../../data/market/markets.ts';

/** A market's tick and lot, and the decimal places of each field. */
export type FormSteps = {
  readonly tick: Price;
  readonly lot: Amount;
  readonly pricePlaces: number;
  readonly lotPlaces: number;
  readonly totalPlaces: number;
};

type Grid = Pick<MarketInfo, 'price_tick' | 'lot' | 'precision' | 'lot_precision' | 'quote'>;

export const stepsOf = ({ price_tick, lot, precision, lot_precision, quote }: Grid): FormSteps => ({
  tick: price_tick,
  lot,
  pricePlaces: precision,
  lotPlaces: lot_precision,
  totalPlaces: shownPlaces(quote),
});

/** Formats a price for its field. */
export const priceText = (price: Price, { pricePlaces }: FormSteps) => formatPlaces(price, pricePlaces, 'down');

/** Returns the next price on the tick grid in a direction; undefined below the first tick. */
export function stepPrice(price: Price, direction: 'less' | 'more', { tick }: FormSteps): Price | undefined {
  if (direction === 'more') return (floorTo(price, tick) + tick) as Price;
  const next = (ceilTo(price, tick) - tick) as Price;
  return next > 0n ? next : undefined;
}
