import { sizeOf } from '@app/domain/contract';
import {
  type Amount,
  absolute,
  amountForSpeech,
  type Decimal,
  directionOf,
  formatDecimal,
  formatPlaces,
  groupDigits,
  isMultipleOf,
  type Price,
  type Rate,
  showAmount,
  showPrice,
} from '@app/money';
import type { Deal } from '../../../data/account/deals.ts';

/** Unknown values are a dash, never zero. */
export const UNKNOWN = '—';

/** Places of margin, fees and results. */
export const MONEY_PLACES = 2;
const MINUS = '\u2212';
const HUNDRED = 100n;

export const baseOf = (symbol: string): string => symbol.split('/')[0] ?? symbol;

/** Returns the decimal places of a step. */
export const placesOf = (step: Decimal): number => formatDecimal(step).split('.')[1]?.length ?? 0;

type Sized = Pick<Deal, 'symbol' | 'lot'>;

/** Formats lots in base units, with the places of whole lots. */
export function sizeText(lots: Amount, { lot }: Sized): string {
  const size = sizeOf({ lots, market: { multiplier: lot, priceTick: 1n as Price } });
  return isMultipleOf(size, lot) ? showAmount(size, placesOf(lot)) : amountForSpeech(size);
}

export const sizeWithUnit = (lots: Amount, deal: Sized): string => `${sizeText(lots, deal)} ${baseOf(deal.symbol)}`;

export const moneyText = (value: Amount | undefined): string =>
  value === undefined ? UNKNOWN : showAmount(value, MONEY_PLACES);

/** Formats a gain or loss with its sign. */
export function signedText(value: Amount | undefined): string {
  if (value === undefined) return UNKNOWN;
  const sign = directionOf(value, MONEY_PLACES) === 'up' ? '+' : '';
  return `${sign}${showAmount(value, MONEY_PLACES)}`;
}

export const priceText = (value: Price | null | undefined, precision: number): string =>
  value === null || value === undefined ? UNKNOWN : showPrice(value, precision);

/** Formats a distance with its sign and one place, never more than it is. */
export function distanceText(distance: Rate | undefined): string {
  if (distance === undefined) return UNKNOWN;
  const size = formatPlaces((absolute(distance) * HUNDRED) as Rate, 1, 'down');
  return `${distance < 0n ? MINUS : '+'}${groupDigits(size)}%`;
}

/** Formats a risk rate, rounded down: none looks safer than it is. */
export const riskText = (risk: Rate | undefined): string =>
  risk === undefined ? UNKNOWN : `${groupDigits(formatPlaces((risk * HUNDRED) as Rate, 2, 'down'))}%`;
