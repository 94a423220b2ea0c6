import { WORTH_CURRENCY } from '@app/domain/wallet';
import { useMarketsSoFar } from '../../../data/market/markets.ts';

/** Returns the decimal places of a market's prices; undefined, for the default, until markets are known. */
export function usePricePlaces(): (symbol: string) => number | undefined {
  const markets = useMarketsSoFar();
  return (symbol) => markets.find((market) => market.symbol === symbol)?.precision;
}

/** Does the same for a coin's price in the valuation currency. */
export function useCoinPlaces(): (currency: string) => number | undefined {
  const placesOf = usePricePlaces();
  return (currency) => placesOf(`${currency}/${WORTH_CURRENCY}`);
}
