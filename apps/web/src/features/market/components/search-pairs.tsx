import { Stale } from '@app/ui';
import { useCallback } from 'react';
import type { MarketInfo } from '../../../shared/markets.ts';
import { useChangeFavourites, useFavourites } from '../api/favourites.ts';
import { useDeadPrices } from './mover-standing.tsx';
import { SearchRow } from './search-row.tsx';

/** Rows with a star each for who is logged in. */
export function SearchPairs({ markets }: { markets: readonly MarketInfo[] }) {
  const { list } = useFavourites();
  const change = useChangeFavourites();
  const star = useCallback(
    (symbol: string, isFavourite: boolean) =>
      change(isFavourite ? { kind: 'remove', symbol } : { kind: 'add', symbols: [symbol] }),
    [change],
  );
  return (
    <Stale stale={useDeadPrices()}>
      {markets.map((market) => (
        <SearchRow key={market.symbol} market={market} isFavourite={list?.includes(market.symbol)} onStar={star} />
      ))}
    </Stale>
  );
}
