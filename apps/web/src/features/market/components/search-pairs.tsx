import { useCallback } from 'react';
import type { MarketInfo } from '../../../shared/markets.ts';
import { useChangeFavourites, useFavourites } from '../api/favourites.ts';
import { useDeadPrices } from './mover-standing.tsx';
import { useSimulatedAmong } from './row-simulated.ts';
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
