import type { Amount, Price } from '@app/money';
import type { Book } from '../ledger/index.ts';
import type { Market } from '../market/index.ts';
import type { FeeRates } from './fee-levels.ts';
import type { SpotRules } from './spot-rules.ts';

export const SIDES = ['buy', 'sell'] as const;
export type Side = (typeof SIDES)[number];

/** Open is in progress, filled is complete. */
export const ORDER_STATES = ['open', 'filled', 'cancelled'] as const;
export type OrderState = (typeof ORDER_STATES)[number];

/**
 * Why an order was cancelled: by its owner; as what was left of an order that does not rest; because it would have met
 * an older order of its owner; by a demo reset.
 */
export const ORDER_REASONS = ['user', 'remainder', 'own_order', 'reset'] as const;
export type OrderReason = (typeof ORDER_REASONS)[number];

/** What becomes of what does not fill at once: it rests, it is cancelled, or the order never takes at all. */
export const FORCES = ['gtc', 'ioc', 'post'] as const;
export type Force = (typeof FORCES)[number];

/** What the rules of spot need to know of a market. */
export type SpotMarket = Pick<Market, 'id' | 'symbol' | 'base' | 'quote' | 'priceTick' | 'lot'>;

type LimitRequest = {
  readonly kind: 'limit';
  readonly side: Side;
  readonly price: Price;
  readonly quantity: Amount;
  readonly force: Force;
};
type MarketSell = { readonly kind: 'market'; readonly side: 'sell'; readonly quantity: Amount };
/** Buys for so much of the quote currency, fee included. */
type MarketBuy = { readonly kind: 'market'; readonly side: 'buy'; readonly budget: Amount };

/** What somebody asks for. */
export type OrderRequest = LimitRequest | MarketSell | MarketBuy;

export type IndexNow = { readonly price: Price; readonly ageMs: number; readonly isSimulated: boolean };

/** What holds at the moment an order arrives. */
export type OrderContext = {
  readonly market: SpotMarket;
  readonly book: Book;
  /** Our own stop, the market's kill switch. */
  readonly isHalted: boolean;
  readonly rules: SpotRules;
  readonly index: IndexNow | undefined;
  readonly fees: FeeRates;
  readonly available: { readonly base: Amount; readonly quote: Amount };
  /** How many orders this user has resting. */
  readonly openOrders: number;
};
