import { type MarketInfo, useMarkets } from '../../../data/market/markets.ts';
import { coinsOf } from './order-texts.ts';

/** Fields needed to format a market's figures. */
export type Places = Pick<MarketInfo, 'symbol' | 'base' | 'quote' | 'precision' | 'lot_precision'>;

/** Returns the format for any order's market; a market no longer listed gets the specification's default precision. */
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
