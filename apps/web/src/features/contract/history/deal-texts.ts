import { sideOf } from '@app/client/contract';
import { showSigned } from '@app/domain/results';
import { shownPlaces } from '@app/domain/wallet';
import {
  type Amount,
  amountForSpeech,
  type Direction,
  directionOf,
  type Price,
  type Rate,
  showAmount,
  showPercent,
  showPrice,
} from '@app/money';
import { momentText } from '@app/ui';
import type { Deal, EndedDeal } from '../../../data/account/deals.ts';
import type { Text } from '../../../data/app/texts.ts';
import { serverNow } from '../../../data/call/server-clock.ts';
import { type MarketInfo, useMarketsSoFar } from '../../../data/market/markets.ts';
import { clockText, dayOf, ownZone } from '../../../lib/zoned-days.ts';
import { MARGIN_CURRENCY } from '../position/use-position.ts';

/** Shown in place of what is unknown. */
export const UNKNOWN = '—';
const PRICE_PLACES = 2;
/** Prices of the platform lie on a grid a hundred times finer than the index. */
const QUOTE_PLACES = 2;

const MONEY_PLACES = shownPlaces(MARGIN_CURRENCY);

/** Formats a change as `+12.50` or `−12.50`. */
export const signedText = (amount: Amount): string => showSigned(amount, MONEY_PLACES);

export const moneyText = (amount: Amount): string => showAmount(amount, MONEY_PLACES);

/** Fees and nights may be far below a cent. */
const FEE_PLACES = 8;
export const feeText = (amount: Amount): string => amountForSpeech(amount, FEE_PLACES);

/** Formats an amount with its currency. */
export const inMoney = (figure: string): string => `${figure} ${MARGIN_CURRENCY}`;

export const returnText = (share: Rate | undefined): string => (share === undefined ? UNKNOWN : showPercent(share));

/** Returns the direction of an amount as it is shown. */
export const toneOf = (amount: Amount): Direction => directionOf(amount, MONEY_PLACES);

export const lotsText = (lots: Amount): string => amountForSpeech(lots);

/** Formats a price with its market's places; one of the platform with two more, if it needs them. */
export function priceText(price: Price | null | undefined, precision = PRICE_PLACES): string {
  if (price === null || price === undefined) return UNKNOWN;
  const whole = showPrice(price, precision);
  const fine = amountForSpeech(price, precision + QUOTE_PLACES);
  return fine.length > whole.length ? fine : whole;
}

/** Returns a function that finds the places of a market's prices; undefined while markets load. */
export function usePrecision(): (symbol: string) => number | undefined {
  const markets: readonly MarketInfo[] = useMarketsSoFar();
  return (symbol) => markets.find((market) => market.symbol === symbol)?.precision;
}

export const sideText = (deal: Pick<Deal, 'type'>, text: Text): string => text(`deals.${sideOf(deal)}`);

/** Returns `Perpetual`, or the day of delivery. */
export const seriesText = ({ series }: Pick<Deal, 'series'>, text: Text): string =>
  series === 'perp' ? text('deals.perp') : text('deals.delivery', { day: series });

const CANCELLED = 4;

/** Returns what ended a deal; an order that its user cancelled differs from a position they closed. */
export function causeText({ status, cause }: Pick<Deal, 'status' | 'cause'>, text: Text): string {
  if (cause === null) return UNKNOWN;
  return status === CANCELLED && cause === 'user' ? text('deals.cause.cancelled') : text(`deals.cause.${cause}`);
}

export const isCancelled = ({ status }: Pick<Deal, 'status'>): boolean => status === CANCELLED;

/** Returns the last forced close of a deal; undefined if there was none. */
export const forcedOf = ({ settlements }: EndedDeal) => settlements.findLast(({ cause }) => cause === 'liquidation');

/** Formats `Today 14:02:11`, otherwise the day with its minute, in the user's time zone. */
export function whenText(at: number, text: Text): string {
  const now = serverNow();
  const timeZone = ownZone();
  if (dayOf(at, timeZone) !== dayOf(now, timeZone)) return momentText(at, timeZone, now);
  return text('deals.today', { time: clockText(at, timeZone, 'second') });
}

/** Formats a full timestamp: day and second. */
export function exactTime(at: number): string {
  const timeZone = ownZone();
  return `${dayOf(at, timeZone)} ${clockText(at, timeZone, 'second')}`;
}

/** Returns the page that trades a deal's market. */
export const tradeAddress = ({ symbol, series }: Pick<Deal, 'symbol' | 'series'>): string =>
  `/pages/transaction/contract?${new URLSearchParams({ symbol, ...(series !== 'perp' && { series }) })}`;
