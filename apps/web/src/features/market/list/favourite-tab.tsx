import { isVisitor } from '@app/client/session';
import { Button, buttonClass, Checkbox, ErrorPanel, Icon, IconButton, PairIcon, ReorderList } from '@app/ui';
import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { loginWithReturn } from '../../../data/app/return-address.ts';
import { useText } from '../../../data/app/texts.ts';
import { describeFailure } from '../../../data/call/describe-failure.ts';
import { type MarketInfo, useMarkets } from '../../../data/market/markets.ts';
import { useSessionScope } from '../../../data/session/session.ts';
import { changeFavourites, suggestedFavourites } from './favourite-list.ts';
import { useChangeFavourites, useFavourites } from './favourites.ts';
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
      {isEditing ? (
        <FavouriteEdit markets={markets} />
      ) : (
        <ListRows markets={markets} sort={sort} onSort={onSort} isOwn />
      )}
    </>
  );
}

/** Edits the order of the user's favourites. Each drop is sent; a failed change reverts. */
function FavouriteEdit({ markets }: { markets: readonly MarketInfo[] }) {
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
      <PairIcon base={base} quote={quote} />
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

/** Suggests popular pairs to a user without favourites. */
function FavouriteSuggestions() {
  const text = useText();
  const offered = suggestedFavourites(useMarkets());
  const [left, setLeft] = useState<readonly string[]>([]);
  const change = useChangeFavourites();
  const picked = offered.filter(({ symbol }) => !left.includes(symbol));
  const toggle = (symbol: string, isPicked: boolean) =>
    setLeft(isPicked ? left.filter((other) => other !== symbol) : [...left, symbol]);
  const label =
    picked.length === offered.length
      ? text('market.favourites.all')
      : text('market.favourites.some', { count: picked.length });
  return (
    <section className="px-gutter pt-4 pb-6">
      <h2 className="text-title">{text('market.favourites.empty.title')}</h2>
      <p className="mt-1 text-label text-ink-3">{text('market.favourites.empty.text')}</p>
      <div className="mt-3">
        {offered.map((market) => (
          <Offer key={market.symbol} market={market} isPicked={picked.includes(market)} onToggle={toggle} />
        ))}
      </div>
      <Button
        tone="primary"
        blocked={picked.length === 0}
        wide
        className="mt-4"
        disabled={picked.length === 0}
        onClick={() => change({ kind: 'add', symbols: picked.map(({ symbol }) => symbol) })}
      >
        {label}
      </Button>
    </section>
  );
}

type OfferProps = { market: MarketInfo; isPicked: boolean; onToggle: (symbol: string, isPicked: boolean) => void };

function Offer({ market: { symbol, base, quote, name }, isPicked, onToggle }: OfferProps) {
  return (
    <div className="flex h-15 items-center [&_.tick]:grow [&_.tick]:items-center [&_.tick]:gap-3">
      <Checkbox checked={isPicked} onChange={(isOn) => onToggle(symbol, isOn)}>
        <span className="flex items-center gap-3">
          <PairIcon base={base} quote={quote} />
          <span className="min-w-0">
            <span className="row__t text-ink">{symbol}</span>
            <span className="row__s block">{name}</span>
          </span>
        </span>
      </Checkbox>
    </div>
  );
}

/** Shows a visitor the same pairs and a link to log in for a list. */
function FavouritesOfVisitor({ sort, onSort }: { sort: ListSort; onSort: (sort: ListSort) => void }) {
  const text = useText();
  const { pathname, search } = useLocation();
  const offered = suggestedFavourites(useMarkets());
  return (
    <>
      <section className="mx-gutter mt-4 mb-2 card flex items-center gap-3">
        <p className="min-w-0 grow text-label text-ink-2">{text('market.favourites.visitor')}</p>
        <Link className={buttonClass({ size: 'small', tone: 'primary' })} to={loginWithReturn(`${pathname}${search}`)}>
          {text('market.favourites.login')}
        </Link>
      </section>
      <ListRising markets={offered} />
      <ListRows markets={offered} sort={sort} onSort={onSort} />
    </>
  );
}
