import { Button, buttonClass, Checkbox, CoinIcon } from '@app/ui';
import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { loginWithReturn } from '../../../data/app/return-address.ts';
import { useText } from '../../../data/app/texts.ts';
import { type MarketInfo, useMarkets } from '../../../data/market/markets.ts';
import { suggestedFavourites } from './favourite-list.ts';
import { useChangeFavourites } from './favourites.ts';
import type { ListSort } from './list-choice.ts';
import { ListRising } from './list-rising.tsx';
import { ListRows } from './list-rows.tsx';

/** Suggests popular pairs to a user without favourites. */
export function FavouriteSuggestions() {
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
        tone={picked.length === 0 ? 'off' : 'primary'}
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

function Offer({ market: { symbol, base, name }, isPicked, onToggle }: OfferProps) {
  return (
    <div className="flex h-15 items-center [&_.tick]:grow [&_.tick]:items-center [&_.tick]:gap-3">
      <Checkbox checked={isPicked} onChange={(isOn) => onToggle(symbol, isOn)}>
        <span className="flex items-center gap-3">
          <CoinIcon code={base} />
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
export function FavouritesOfVisitor({ sort, onSort }: { sort: ListSort; onSort: (sort: ListSort) => void }) {
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
