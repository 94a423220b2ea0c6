import { shownPlaces, WORTH_CURRENCY } from '@app/domain/wallet';
import { amountForSpeech, type Decimal, showAmount, showPrice } from '@app/money';
import type { Order } from '../../../data/account/orders.ts';
import type { Text } from '../../../data/app/texts.ts';
import type { MarketInfo } from '../../../data/market/markets.ts';
import { filledPercent, stageOf } from './order-view.ts';

/** Receipts show a coin to eight places, more than any pays out, and a fee in the dollar coin to four. */
const COIN_PLACES = 8;
const FEE_PLACES = 4;
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

/** Formats a fee: if four places would show zero, it is shown with all its digits. */
export function receiptText(value: Decimal, currency: string): string {
  const short = amountForSpeech(value, isMoney(currency) ? FEE_PLACES : COIN_PLACES);
  return `${short === '0' ? amountForSpeech(value) : short} ${currency}`;
}

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
