import { Button, ErrorPanel } from '@app/ui';
import { useState } from 'react';
import { useText } from '../../../data/app/texts.ts';
import { describeFailure } from '../../../data/call/describe-failure.ts';
import { useMarkets } from '../../../data/market/markets.ts';
import { isVisitor, useSessionScope } from '../../../data/session/session.ts';
import { FavouriteEdit } from './favourite-edit.tsx';
import { FavouriteSuggestions, FavouritesOfVisitor } from './favourite-suggestions.tsx';
import { useFavourites } from './favourites.ts';
import type { ListSort } from './list-choice.ts';
import { ListLoading } from './list-loading.tsx';
import { ListRising } from './list-rising.tsx';
import { ListRows } from './list-rows.tsx';
import { marketsIn } from './list-tabs.ts';

type Props = { sort: ListSort; onSort: (sort: ListSort) => void };

export function FavouriteTab(props: Props) {
  return isVisitor(useSessionScope()) ? <FavouritesOfVisitor {...props} /> : <OwnFavourites {...props} />;
}

function OwnFavourites({ sort, onSort }: Props) {
  const text = useText();
  const all = useMarkets();
  const { list, error, refetch } = useFavourites({ isWatched: true });
  const [isEditing, setEditing] = useState(false);
  if (list === undefined && error !== null)
    return (
      <ErrorPanel
        title={text('system.load.failed')}
        text={describeFailure(error, text)}
        retry={{ label: text('system.retry'), go: () => void refetch() }}
      />
    );
  if (list === undefined) return <ListLoading />;
  const markets = marketsIn('favourites', all, list);
  if (markets.length === 0) return <FavouriteSuggestions />;
  return (
    <>
      {!isEditing && <ListRising markets={markets} />}
      <div className="flex min-h-11 items-center justify-between gap-3 px-gutter pt-2">
        <span className="text-label text-ink-3">
          {isEditing ? text('market.favourites.drag.help') : text('market.favourites.count', { count: markets.length })}
        </span>
        <Button
          size="small"
          className="flex-none"
          tone={isEditing ? 'primary' : 'plain'}
          onClick={() => setEditing(!isEditing)}
        >
          {text(isEditing ? 'market.favourites.done' : 'market.favourites.edit')}
        </Button>
      </div>
      {isEditing ? <FavouriteEdit markets={markets} /> : <ListRows {...{ markets, sort, onSort }} isOwn />}
    </>
  );
}
