import { CoinIcon, Icon, IconButton, ReorderList } from '@app/ui';
import { useState } from 'react';
import type { MarketInfo } from '../../../shared/markets.ts';
import { useText } from '../../../shared/texts.ts';
import { useChangeFavourites } from '../api/favourites.ts';
import { changeFavourites } from '../model/favourite-list.ts';
import { marketsIn } from '../model/list-tabs.ts';

/** One's own list while its order is changed. Each drop is sent; what fails goes back to where it was. */
export function FavouriteEdit({ markets }: { markets: readonly MarketInfo[] }) {
  const text = useText();
  const change = useChangeFavourites();
  // On its own, because only the last change of one hand is told that it is settled.
  const changeOrder = useChangeFavourites();
  // Shown in the frame of the drop: the change on its way is known a moment later.
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
