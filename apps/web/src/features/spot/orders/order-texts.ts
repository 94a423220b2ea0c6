import { shownPlaces, WORTH_CURRENCY } from '@app/domain/wallet';
import {
  type Amount,
  add,
  amountForSpeech,
  type Decimal,
  multiply,
  ONE,
  type Rate,
  ratio,
  showAmount,
  showPrice,
  subtract,
  ZERO,
} from '@app/money';
import { momentText } from '@app/ui';
import type { Order } from '../../../data/account/orders.ts';
import type { Text } from '../../../data/app/texts.ts';
import { serverNow } from '../../../data/call/server-clock.ts';
import type { MarketInfo } from '../../../data/market/markets.ts';
import { clockText, dayOf, ownZone } from '../../../lib/zoned-days.ts';
import { exactText } from '../trade/form-texts.ts';

/** Lists show a coin to eight places, more than any pays out. */
const COIN_PLACES = 8;
const UNKNOWN = '—';

/** Returns the tone: buying is up and selling is down, in the colours the user chose. */
export const toneOf = ({ type }: Pick<Order, 'type'>): 'up' | 'down' => (type === 'buy' ? 'up' : 'down');

/** Returns `Limit`, `Market`, or `Limit · Post only` if the time in force is not plain. */
export function kindText({ kind, time_in_force: force }: Order, text: Text): string {
  const isPlain = kind === 'market' || force === 'gtc';
  return isPlain ? text(`spot.${kind}`) : `${text('spot.limit')} · ${text(`spot.force.${force}`)}`;
}

export const shareText = (order: Order): string => `${filledPercent(order)}%`;

/** Returns the status of an order. A partly filled one includes its share, open or cancelled. */
export function statusText(order: Order, text: Text): string {
  const stage = stageOf(order);
  const share = shareText(order);
  if (stage === 'filling') return text('spot.orders.stage.filling', { share });
  if (stage === 'cut') return text('spot.orders.stage.cut', { share });
  return text(stage === 'waiting' ? 'spot.status.open' : `spot.status.${stage}`);
}

const STATUS_TONES = { waiting: 'plain', filling: 'warn', filled: 'ok', cut: 'warn', cancelled: 'plain' } as const;
export const statusTone = (order: Order) => STATUS_TONES[stageOf(order)];

/** Returns why an order was cancelled; undefined if it was not. */
export const reasonText = ({ reason }: Order, text: Text): string | undefined =>
  reason === null ? undefined : text(`spot.reason.${reason}`);

type Places = Pick<MarketInfo, 'base' | 'quote' | 'precision' | 'lot_precision'>;

/** Formats an amount of the base coin to the market's lot precision. */
export const baseText = (value: Decimal, { base, lot_precision }: Places) =>
  `${showAmount(value, lot_precision)} ${base}`;

const isMoney = (currency: string) => currency === WORTH_CURRENCY;

/** Formats what was paid or received: money to cents, a coin as exactly as it is paid out. */
export const paidText = (value: Decimal, currency: string) =>
  `${isMoney(currency) ? showAmount(value, shownPlaces(currency)) : amountForSpeech(value, COIN_PLACES)} ${currency}`;

/** Formats a sum of a receipt as the review showed it: what was paid is rounded up, what was received down. */
export const receiptText = (value: Decimal, currency: string, rounding: 'up' | 'down' = 'up'): string =>
  `${exactText(value, currency, rounding)} ${currency}`;

/** Formats the limit price; a market order has none. */
export const limitText = ({ price }: Order, { precision }: Places, text: Text) =>
  price === null ? text('spot.market') : showPrice(price, precision);

/** Formats the limit price with its unit, where no label names it. */
export const pricedText = (order: Order, places: Places, text: Text) =>
  order.price === null ? limitText(order, places, text) : `${limitText(order, places, text)} ${places.quote}`;

export const averageText = ({ average }: Order, { precision }: Places) =>
  average === null ? UNKNOWN : showPrice(average, precision);

/** Formats the requested size: an amount of the coin, or a budget. */
export function sizeText(order: Order, market: Places): string {
  if (order.amount !== null) return baseText(order.amount, market);
  return order.budget === null ? UNKNOWN : paidText(order.budget, market.quote);
}

/** Formats `Today 14:02:11`, otherwise the day with its minute, in the user's time zone. */
export function orderMoment(at: number, text: Text): string {
  const now = serverNow();
  const timeZone = ownZone();
  if (dayOf(at, timeZone) !== dayOf(now, timeZone)) return momentText(at, timeZone, now);
  return text('spot.orders.today', { time: clockText(at, timeZone, 'second') });
}

/** Formats a full timestamp for a receipt: day and second. */
export function exactMoment(at: number): string {
  const timeZone = ownZone();
  return `${dayOf(at, timeZone)} ${clockText(at, timeZone, 'second')}`;
}

/** Stage of an order; partly filled and cancelled ('cut') differs from cancelled without a fill. */
type OrderStage = 'waiting' | 'filling' | 'filled' | 'cut' | 'cancelled';

export function stageOf({ status, filled }: Pick<Order, 'status' | 'filled'>): OrderStage {
  if (status === 'filled') return 'filled';
  if (status === 'open') return filled > ZERO ? 'filling' : 'waiting';
  return filled > ZERO ? 'cut' : 'cancelled';
}

/** Returns the filled share, rounded down. An order by money counts what was spent or received, fee included. */
export function filledShare(order: Order): Rate {
  if (order.status === 'filled') return ONE as Rate;
  if (order.amount !== null) return ratio(order.filled, order.amount, 'down');
  const { gave, got } = settledBy(order);
  if (order.budget !== null) return ratio(order.type === 'buy' ? gave : got, order.budget, 'down');
  return ZERO as bigint as Rate; // Orders have one or the other.
}

/** Returns the filled share in whole percent, rounded down: anything short of full is at most 99. */
export const filledPercent = (order: Order): number => Number((filledShare(order) * 100n) / ONE);

/**
 * Returns what the owner paid and received by the fills. Fees are in the quote: added when buying, deducted when
 * selling.
 */
export function settledBy({ type, filled, cost, fee }: Order): { readonly gave: Amount; readonly got: Amount } {
  return type === 'buy' ? { gave: add(cost, fee), got: filled } : { gave: filled, got: subtract(cost, fee) };
}

/** Returns the unfilled quantity of a limit order, in base. */
export const restOf = ({ amount, filled }: Order): Amount => (amount === null ? ZERO : subtract(amount, filled));

/** Returns the unfilled quantity's value at the order's price. Zero for a market order, which never rests. */
export const restWorth = (order: Order): Amount =>
  order.price === null ? ZERO : multiply(restOf(order), order.price, 'down');

/** Returns a pair's two coins, split from its symbol. */
export function coinsOf(symbol: string): { readonly base: string; readonly quote: string } {
  const [base = symbol, quote = ''] = symbol.split('/');
  return { base, quote };
}
