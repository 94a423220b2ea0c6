import type { RefusalParams } from '@app/base';
import type { PlaceRefusal } from '@app/domain/spot';
import { shownPlaces } from '@app/domain/wallet';
import { type Amount, formatPlaces, groupDigits, type Rate, showPrice } from '@app/money';
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

/** Formats what the user pays: rounded up, or "at most" would promise too much. */
export function costText(value: Amount, currency: string, market: Places): string {
  const places = placesIn(currency, market);
  const isTiny = value > 0n && formatPlaces(value, places, 'down') === formatPlaces(0n as Amount, places, 'down');
  return isTiny ? showPrice(value, places) : groupDigits(formatPlaces(value, places, 'up'));
}

/** Formats a fee rate: 0.001 becomes 0.10%. */
export const rateText = (rate: Rate): string => `${formatPlaces((rate * 100n) as Rate, 2, 'up')}%`;

type Refused = { readonly code: PlaceRefusal; readonly params: RefusalParams };

/**
 * Returns a refusal's catalogue text with its numbers formatted for display. Limits are shown with the quote currency.
 */
export function refusalText({ code, params }: Refused, quote: string, text: Text): string {
  const shown = Object.fromEntries(Object.entries(params).map(([name, value]) => [name, groupDigits(value)]));
  if (code === 'below_minimum') return text(`spot.form.mend.${code}`, { minimum: '', ...shown, currency: quote });
  if (code === 'above_maximum') return text(`spot.form.mend.${code}`, { maximum: '', ...shown, currency: quote });
  return text(`refusal.${code}`, shown);
}
