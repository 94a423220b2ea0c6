import { useQuery } from '@tanstack/react-query';
import { marketsQuery } from '../../data/market/markets.ts';

/** No market lists the coin that the others are priced in. */
const TETHER = 'Tether';

/** Returns the names of coins, as their markets have them; a coin without one is its code. */
export function useCoinName(): (code: string) => string {
  const { data } = useQuery(marketsQuery);
  return (code) => (code === 'USDT' ? TETHER : (data?.list.find(({ base }) => base === code)?.name ?? code));
}
