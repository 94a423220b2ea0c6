import type { ContractMarket, ContractNow, ContractTerms, Position, PositionSide } from '@app/domain/contract';
import type { Price } from '@app/money';
import type { Output } from '@app/protocol';
import type { listDeals, readContractRules } from '@app/protocol/contract';

type Deal = Output<typeof listDeals>['list'][number];
type MarketRules = Output<typeof readContractRules>['list'][number];

/** Returns a deal's side. */
export const sideOf = ({ type }: Pick<Deal, 'type'>): PositionSide => (type === 'buy' ? 'long' : 'short');

/** Returns a market as contracts see it. */
export const contractMarketOf = ({ price_tick, lot }: Pick<MarketRules, 'price_tick' | 'lot'>): ContractMarket => ({
  priceTick: price_tick,
  multiplier: lot,
});

/** A deal that is an open position: it has an entry price. */
export type OpenDeal = Deal & { readonly entry_price: Price };

/** Reports whether a deal is a position: open, or about to close at the next price. */
export const isPosition = (deal: Deal): deal is OpenDeal =>
  (deal.status === 1 || deal.status === 2) && deal.entry_price !== null;

/** Reports whether a deal is an order that waits for its price. */
export const isPending = ({ status }: Pick<Deal, 'status'>): boolean => status === 0;

/** Returns a deal as the domain's position, with the terms it keeps. */
export const positionOf = (deal: OpenDeal, market: ContractMarket, terms: ContractTerms): Position => ({
  side: sideOf(deal),
  market,
  lots: deal.share,
  entry: deal.entry_price,
  leverage: deal.multiple,
  margin: deal.margin,
  openFee: deal.open_fee,
  overnightSince: deal.overnight_since as bigint as Price, // The wire has one type of decimals.
  overnightCharged: deal.overnight_charged,
  terms,
});

/** Returns the price of now with a market's nights so far. */
export const nowOf = (index: Price, { overnight_index }: Pick<MarketRules, 'overnight_index'>): ContractNow => ({
  index,
  overnightIndex: overnight_index as bigint as Price,
});
