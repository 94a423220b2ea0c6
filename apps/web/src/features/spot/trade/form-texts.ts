import type { RefusalParams } from '@app/base';
import type { PlaceRefusal } from '@app/domain/spot';
import { shownPlaces, WORTH_CURRENCY } from '@app/domain/wallet';
import {
  type Amount,
  amountForSpeech,
  type Decimal,
  formatPlaces,
  groupDigits,
  ONE,
  type Rate,
  showPrice,
} from '@app/money';
import type { Text } from '../../../data/app/texts.ts';

/** Unknown values are shown as a dash, never as zero. */
export const UNKNOWN = '—';

type Places = { readonly base: string; readonly lot_precision: number };

/** Returns decimal places: the lot's for the market's coin, the currency's own for money. */
const placesIn = (currency: string, market: Places) =>
  currency === market.base ? market.lot_precision : shownPlaces(currency);

/**
 * Formats what the user has or gets: truncated, never more than there is. Small amounts are shown by their first
 * digits.
 */
export const ownText = (value: Amount, currency: string, market: Places): string =>
  showPrice(value, placesIn(currency, market));

/** Receipts show the dollar coin to four places and other coins to eight, more than any pays out. */
const exactPlaces = (currency: string) => (currency === WORTH_CURRENCY ? 4 : 8);

/** Returns the smallest amount that receipts show. */
export const exactStep = (currency: string) => (ONE / 10n ** BigInt(exactPlaces(currency))) as Amount;

/**
 * Formats an amount as the form, the review and the receipt show it: to cents if it has no more digits, otherwise to the
 * places of a receipt. What is too small for them is shown with all its digits.
 */
export function exactText(value: Decimal, currency: string, rounding: 'up' | 'down'): string {
  const places = exactPlaces(currency);
  if (value > 0n && value < exactStep(currency)) return amountForSpeech(value);
  const least = Math.min(shownPlaces(currency), places);
  const all = formatPlaces(value, places, rounding);
  const isRound = all.endsWith('0'.repeat(places - least));
  return groupDigits(isRound ? formatPlaces(value, least, rounding) : all);
}

/** Formats a fee rate: 0.001 becomes 0.10%. */
export const rateText = (rate: Rate): string => `${formatPlaces((rate * 100n) as Rate, 2, 'up')}%`;

type Refused = { readonly code: PlaceRefusal; readonly params: RefusalParams };

/**
 * Returns a refusal's catalogue text with its numbers formatted for display. Limits are shown with the quote currency.
 */
export function refusalText({ code, params }: Refused, quote: string, text: Text): string {
  const shown = Object.fromEntries(Object.entries(params).map(([name, value]) => [name, groupDigits(value)]));
  if (code === 'limit_price_too_far') return text('spot.form.price_far', { lowest: '', highest: '', ...shown });
  if (code === 'below_minimum') return text(`spot.form.mend.${code}`, { minimum: '', ...shown, currency: quote });
  if (code === 'above_maximum') return text(`spot.form.mend.${code}`, { maximum: '', ...shown, currency: quote });
  return text(`refusal.${code}`, shown);
}

type Fee = {
  readonly role: 'maker' | 'taker' | 'both' | undefined;
  readonly isAtMost: boolean;
  readonly rates: { readonly maker: Rate; readonly taker: Rate };
};

/** Returns the label of a fee, which names the rate it is charged at; a form beside the book has room for less. */
export function feeLabel({ role, isAtMost, rates }: Fee, place: 'form' | 'review', text: Text): string {
  if (isAtMost || role === undefined) return text('spot.fee.most');
  if (role !== 'both') return text(`spot.fee.${role}`, { rate: rateText(rates[role]) });
  const both = { maker: rateText(rates.maker), taker: rateText(rates.taker) };
  return text(place === 'form' ? 'spot.fee.both.short' : 'spot.fee.both', both);
}
