import type { Amount, Price } from '@app/money';
import type { Mode } from '../ledger/index.ts';
import type { Market } from '../market/index.ts';
import type { FeeRates } from './fee-levels.ts';
import type { SpotRules } from './spot-rules.ts';

export const SIDES = ['buy', 'sell'] as const;
export type Side = (typeof SIDES)[number];

/** Order states: open is in progress, filled is complete. */
export const ORDER_STATES = ['open', 'filled', 'cancelled'] as const;
export type OrderState = (typeof ORDER_STATES)[number];

/**
 * Reasons for a cancellation: by its owner; the remainder of an order that does not rest; it would have matched an
 * older order of its owner; a demo reset.
 */
export const ORDER_REASONS = ['user', 'remainder', 'own_order', 'reset'] as const;
export type OrderReason = (typeof ORDER_REASONS)[number];

/** Time in force: the unfilled quantity rests, is cancelled, or the order never takes at all. */
export const FORCES = ['gtc', 'ioc', 'post'] as const;
export type Force = (typeof FORCES)[number];

/** Market fields the spot rules need. */
export type SpotMarket = Pick<Market, 'id' | 'symbol' | 'base' | 'quote' | 'priceTick' | 'lot'>;

type LimitRequest = {
  readonly kind: 'limit';
  readonly side: Side;
  readonly price: Price;
  readonly quantity: Amount;
  readonly force: Force;
};
type MarketSell = { readonly kind: 'market'; readonly side: 'sell'; readonly quantity: Amount };
/** Buys for an amount of the quote currency, fee included. */
type MarketBuy = { readonly kind: 'market'; readonly side: 'buy'; readonly budget: Amount };

/** Sells the fewest lots that bring an amount of the quote currency, fee deducted. */
type MarketSellFor = { readonly kind: 'market'; readonly side: 'sell'; readonly proceeds: Amount };

/** An order request of a user. */
export type OrderRequest = LimitRequest | MarketSell | MarketBuy | MarketSellFor;

export type IndexNow = { readonly price: Price; readonly ageMs: number; readonly isSimulated: boolean };

/** State at the moment an order request arrives. */
export type OrderContext = {
  readonly market: SpotMarket;
  readonly mode: Mode;
  /** The market's kill switch, set by us. */
  readonly isHalted: boolean;
  readonly rules: SpotRules;
  readonly index: IndexNow | undefined;
  readonly fees: FeeRates;
  readonly available: { readonly base: Amount; readonly quote: Amount };
  /** Number of resting orders of this user. */
  readonly openOrders: number;
};
