import { shownPlaces } from '@app/domain/wallet';
import { type Amount, formatPlaces, groupDigits, type Rate, showPrice } from '@app/money';

/** What is not known is a dash, never a zero. */
export const UNKNOWN = '—';

type Places = { readonly base: string; readonly lot_precision: number };

/** The places of a market's coin are its lot's; money has its own. */
const placesIn = (currency: string, market: Places) =>
  currency === market.base ? market.lot_precision : shownPlaces(currency);

/** What one has or gets: cut, never more than there is. Small change is shown by its first digits. */
export const ownText = (value: Amount, currency: string, market: Places): string =>
  showPrice(value, placesIn(currency, market));

/** What one pays: whatever does not fit is rounded up, or "at most" would promise too much. */
export function costText(value: Amount, currency: string, market: Places): string {
  const places = placesIn(currency, market);
  const isTiny = value > 0n && formatPlaces(value, places, 'down') === formatPlaces(0n as Amount, places, 'down');
  return isTiny ? showPrice(value, places) : groupDigits(formatPlaces(value, places, 'up'));
}

/** A rate of fees: 0.001 reads 0.10%. */
export const rateText = (rate: Rate): string => `${formatPlaces((rate * 100n) as Rate, 2, 'up')}%`;
