import { type MarketInfo, useMarkets } from '../../../shared/markets.ts';
import { coinsOf } from '../model/order-view.ts';

/** How a market's figures are written. */
export type Places = Pick<MarketInfo, 'symbol' | 'base' | 'quote' | 'precision' | 'lot_precision'>;

/** Of any market that an order may be of; one that is gone is written as the specification writes any. */
export function usePlaces(): (symbol: string) => Places {
  const markets = useMarkets();
  return (symbol) =>
    markets.find((market) => market.symbol === symbol) ?? {
      symbol,
      ...coinsOf(symbol),
      precision: 2,
      lot_precision: 5,
    };
}
