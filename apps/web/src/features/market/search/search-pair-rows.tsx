import { ChangeText, Icon, IconButton, marketRowClass, PairIcon, Price } from '@app/ui';
import { memo, useCallback } from 'react';
import { Link } from 'react-router';
import { useText } from '../../../data/app/texts.ts';
import type { MarketInfo } from '../../../data/market/markets.ts';
import { useQuote } from '../../../data/market/use-quotes.ts';
import { useChangeFavourites, useFavourites } from '../list/favourites.ts';
import { rowLabels } from '../list/row-labels.ts';
import { RowLabels } from '../list/row-labels-view.tsx';
import { useSimulatedAmong } from '../list/row-simulated.ts';
import { chartAddress, moverLine } from '../movers/mover-line.ts';
import { useDeadPrices } from '../movers/mover-standing.tsx';

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
          market={market}
          isMixed={isMixed}
          isFavourite={list?.includes(market.symbol)}
          onStar={star}
        />
      ))}
    </div>
  );
}

type Props = {
  market: MarketInfo;
  /** The list mixes real and simulated prices, so each row is labelled. */
  isMixed: boolean;
  /** Whether it is on the user's list; undefined for a visitor or while loading. */
  isFavourite: boolean | undefined;
  onStar: (symbol: string, isFavourite: boolean) => void;
};

/** Renders a pair with its name, its live price and a star. */
const SearchRow = memo(function SearchRow({ market, isMixed, isFavourite, onStar }: Props) {
  const text = useText();
  const { symbol, base, quote, name, precision } = market;
  const shown = useQuote(symbol);
  const { price, change } = moverLine(market, shown);
  const isDead = shown !== undefined && shown.state !== 'open';
  const isMarked = isMixed && shown?.simulated === true;
  const labels = rowLabels({ warnings: [isMarked && text('market.movers.simulated')], rest: [name] });
  return (
    <div className="flex items-center">
      <Link className={`${marketRowClass} min-w-0 grow ${isDead ? 'mrow--dim' : ''}`} to={chartAddress(symbol)}>
        <PairIcon base={base} quote={quote} />
        <span className="row__main">
          <span className="row__t pairname">
            {base}
            <span className="pairname__quote">/{quote}</span>
          </span>
          <span className="row__s block">
            <RowLabels {...labels} />
          </span>
        </span>
        <span className="row__trail mrow__trail">
          <span className="row__v mrow__price">
            {price === undefined ? '—' : <Price value={price} precision={precision} />}
          </span>
          <span className="mrow__change">
            <ChangeText ratio={change} />
          </span>
        </span>
      </Link>
      {isFavourite !== undefined && (
        <Star symbol={symbol} isOn={isFavourite} onToggle={() => onStar(symbol, isFavourite)} />
      )}
    </div>
  );
});

function Star({ symbol, isOn, onToggle }: { symbol: string; isOn: boolean; onToggle: () => void }) {
  const text = useText();
  return (
    <IconButton
      label={text('market.search.star', { symbol })}
      aria-pressed={isOn}
      className={`mr-1 -ml-3 ${isOn ? 'text-brand' : 'text-ink-3'}`}
      onClick={onToggle}
    >
      <Icon name={isOn ? 'star-on' : 'star'} size={20} />
    </IconButton>
  );
}
