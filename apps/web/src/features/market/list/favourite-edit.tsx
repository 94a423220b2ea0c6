import { CoinIcon, Icon, IconButton, ReorderList } from '@app/ui';
import { useState } from 'react';
import { useText } from '../../../data/app/texts.ts';
import type { MarketInfo } from '../../../data/market/markets.ts';
import { changeFavourites } from './favourite-list.ts';
import { useChangeFavourites } from './favourites.ts';
import { marketsIn } from './list-tabs.ts';

/** Edits the order of the user's favourites. Each drop is sent; a failed change reverts. */
export function FavouriteEdit({ markets }: { markets: readonly MarketInfo[] }) {
  const text = useText();
  const change = useChangeFavourites();
  // A separate mutation, because only the last call of one mutation receives `onSettled`.
  const changeOrder = useChangeFavourites();
  // Applied in the frame of the drop: the pending mutation is visible only a moment later.
  const [dropped, setDropped] = useState<readonly string[]>();
  const symbols = markets.map(({ symbol }) => symbol);
  const ordered = dropped === undefined ? symbols : changeFavourites(symbols, { kind: 'order', symbols: dropped });
  const order = (next: readonly string[]) => {
    setDropped(next);
    changeOrder({ kind: 'order', symbols: next }, { onSettled: () => setDropped(undefined) });
  };
  return (
    <ReorderList
      label={text('market.favourites.order')}
      items={marketsIn('favourites', markets, ordered)}
      keyOf={({ symbol }) => symbol}
      face={(market) => <Face market={market} />}
      end={({ symbol }) => (
        <IconButton
          label={text('market.favourites.remove.one', { symbol })}
          onClick={() => change({ kind: 'remove', symbol })}
        >
          <Icon name="trash" size={20} />
        </IconButton>
      )}
      onOrder={order}
      labels={{
        help: text('market.favourites.drag.help'),
        handle: ({ symbol }) => text('market.favourites.drag', { symbol }),
        toTop: ({ symbol }) => text('market.favourites.top.one', { symbol }),
        moved: ({ symbol }, place, count) => text('market.favourites.moved', { symbol, place, count }),
      }}
    />
  );
}

function Face({ market: { base, quote, name } }: { market: MarketInfo }) {
  return (
    <>
      <CoinIcon code={base} />
      <span className="min-w-0">
        <span className="row__t pairname">
          {base}
          <span className="pairname__quote">/{quote}</span>
        </span>
        <span className="row__s block truncate">{name}</span>
      </span>
    </>
  );
}
