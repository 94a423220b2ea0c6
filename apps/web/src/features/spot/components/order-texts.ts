import { shownPlaces, WORTH_CURRENCY } from '@app/domain/wallet';
import { amountForSpeech, type Decimal, showAmount, showPrice } from '@app/money';
import type { MarketInfo } from '../../../shared/markets.ts';
import type { Order } from '../../../shared/orders.ts';
import type { Text } from '../../../shared/texts.ts';
import { filledPercent, stageOf } from '../model/order-view.ts';

/** A coin in a receipt is said to eight places, more than any pays out; a fee in the dollar coin to four. */
const COIN_PLACES = 8;
const FEE_PLACES = 4;
const UNKNOWN = '—';

/** Buying is up and selling is down, in whatever colours the user chose. */
export const toneOf = ({ type }: Pick<Order, 'type'>): 'up' | 'down' => (type === 'buy' ? 'up' : 'down');

/** `Limit`, `Market`, and `Limit · Post only` where it does not simply wait. */
export function kindText({ kind, time_in_force: force }: Order, text: Text): string {
  const isPlain = kind === 'market' || force === 'gtc';
  return isPlain ? text(`spot.${kind}`) : `${text('spot.limit')} · ${text(`spot.force.${force}`)}`;
}

export const shareText = (order: Order): string => `${filledPercent(order)}%`;

/** Where an order stands. One that was filled in part says how far, open or cancelled. */
export function statusText(order: Order, text: Text): string {
  const stage = stageOf(order);
  const share = shareText(order);
  if (stage === 'filling') return text('spot.orders.stage.filling', { share });
  if (stage === 'cut') return text('spot.orders.stage.cut', { share });
  return text(stage === 'waiting' ? 'spot.status.open' : `spot.status.${stage}`);
}

const STATUS_TONES = { waiting: 'plain', filling: 'warn', filled: 'ok', cut: 'warn', cancelled: 'plain' } as const;
export const statusTone = (order: Order) => STATUS_TONES[stageOf(order)];

/** Why it was cancelled; nothing of one that was not. */
export const reasonText = ({ reason }: Order, text: Text): string | undefined =>
  reason === null ? undefined : text(`spot.reason.${reason}`);

type Places = Pick<MarketInfo, 'base' | 'quote' | 'precision' | 'lot_precision'>;

/** So much of the coin that is traded, to the market's own grain. */
export const baseText = (value: Decimal, { base, lot_precision }: Places) =>
  `${showAmount(value, lot_precision)} ${base}`;

const isMoney = (currency: string) => currency === WORTH_CURRENCY;

/** What was paid or received: money to its cents, a coin as exact as it is paid out. */
export const paidText = (value: Decimal, currency: string) =>
  `${isMoney(currency) ? showAmount(value, shownPlaces(currency)) : amountForSpeech(value, COIN_PLACES)} ${currency}`;

/** A fee, which is small: one that four places would call nothing is said by all of its own. */
export function receiptText(value: Decimal, currency: string): string {
  const short = amountForSpeech(value, isMoney(currency) ? FEE_PLACES : COIN_PLACES);
  return `${short === '0' ? amountForSpeech(value) : short} ${currency}`;
}

/** A market order has no price of its own. */
export const limitText = ({ price }: Order, { precision }: Places, text: Text) =>
  price === null ? text('spot.market') : showPrice(price, precision);

/** The same with its unit, where nothing beside it says that. */
export const pricedText = (order: Order, places: Places, text: Text) =>
  order.price === null ? limitText(order, places, text) : `${limitText(order, places, text)} ${places.quote}`;

export const averageText = ({ average }: Order, { precision }: Places) =>
  average === null ? UNKNOWN : showPrice(average, precision);

/** What was asked for: so much of the coin, or for so much money. */
export function sizeText(order: Order, market: Places): string {
  if (order.amount !== null) return baseText(order.amount, market);
  return order.budget === null ? UNKNOWN : paidText(order.budget, market.quote);
}
