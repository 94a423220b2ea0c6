import { useCallback } from 'react';
import type { MarketInfo } from '../../../data/market/markets.ts';
import { useChangeFavourites, useFavourites } from '../list/favourites.ts';
import { useSimulatedAmong } from '../list/row-simulated.ts';
import { useDeadPrices } from '../movers/mover-standing.tsx';
import { SearchRow } from './search-row.tsx';

/** Lists pairs, each with a star for a logged-in user. */
export function SearchPairs({ markets }: { markets: readonly MarketInfo[] }) {
  const { list } = useFavourites();
  const change = useChangeFavourites();
  const isMixed = useSimulatedAmong(markets) === 'some';
  const star = useCallback(
    (symbol: string, isFavourite: boolean) =>
      change(isFavourite ? { kind: 'remove', symbol } : { kind: 'add', symbols: [symbol] }),
    [change],
  );
  return (
    <div className={useDeadPrices() ? 'mrows--dim' : ''}>
      {markets.map((market) => (
        <SearchRow
          key={market.symbol}
          {...{ market, isMixed }}
          isFavourite={list?.includes(market.symbol)}
          onStar={star}
        />
      ))}
    </div>
  );
}
