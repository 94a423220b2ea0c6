import type { MarketProduct } from '@app/domain/market';
import { ChipGroup, Empty, Icon, ListHeader, MarketFace, marketRowClass, SearchField } from '@app/ui';
import { memo, useState } from 'react';
import { useText } from '../../../data/app/texts.ts';
import { useFiatRates } from '../../../data/market/fiat-rates.ts';
import { type MarketInfo, useMarkets } from '../../../data/market/markets.ts';
import { useAllQuotes, useQuote } from '../../../data/market/use-quotes.ts';
import { useFavourites } from '../list/favourites.ts';
import { type ListSort, SORT_KEYS } from '../list/list-choice.ts';
import { orderMarkets } from '../list/list-order.ts';
import { moverLine } from '../movers/mover-line.ts';
import { searchPairs } from '../search/search-pairs.ts';
import { PAIR_GROUPS, type PairGroup, pairsIn } from './pair-groups.ts';

type Props = { symbol: string; product?: MarketProduct | undefined; onPick: (symbol: string) => void };

const PLACES = { volume: 'grow', price: 'end', change: 'pill' } as const;

/** Lists every offered market by group, with its day, sorted by any column, and a search over names and symbols. */
export function ChartPairs({ symbol, product, onPick }: Props) {
  const text = useText();
  const [typed, setTyped] = useState('');
  const [group, setGroup] = useState<PairGroup>('all');
  const [sort, setSort] = useState<ListSort>();
  const markets = useMarkets();
  const quotes = useAllQuotes();
  const rates = useFiatRates((fiats) => fiats.rates);
  const { list = [] } = useFavourites();
  const offered = markets.filter(({ products }) => product === undefined || products.includes(product));
  const groups = PAIR_GROUPS.filter((one) => one === group || pairsIn(one, offered, list).length > 0);
  const found = typed.trim() === '' ? pairsIn(group, offered, list) : searchPairs(typed, offered);
  const isHot = typed.trim() === '' && group === 'hot';
  const shown = orderMarkets(found, sort ?? (isHot ? MOST_TRADED : undefined), { quotes, rates });
  return (
    <div className="picker [&_.chips]:px-5">
      <SearchField label={text('system.search')} value={typed} onChange={setTyped} clearLabel={text('system.clear')} />
      <div className="-mx-5 pt-1">
        <ChipGroup
          label={text('market.list.filter')}
          chips={groups.map((value) => ({ value, label: text(LABELS[value]) }))}
          value={typed.trim() === '' ? group : 'all'}
          onChange={(chosen) => {
            setGroup(chosen);
            setTyped('');
          }}
        />
      </div>
      <div className="-mx-5 flex min-h-0 flex-col [--gutter:20px]">
        <ListHeader
          columns={SORT_KEYS.map((key) => ({ key, label: text(`market.list.${key}`), place: PLACES[key] }))}
          sort={sort}
          onSort={setSort}
        />
        <div className="h-[56dvh] overflow-y-auto overscroll-contain [scrollbar-width:none]">
          {shown.length === 0 && <Empty title={text('market.chart.pair.none')} />}
          {shown.map((market) => (
            <PairRow key={market.symbol} market={market} isChosen={market.symbol === symbol} onPick={onPick} />
          ))}
        </div>
      </div>
    </div>
  );
}

const MOST_TRADED: ListSort = { key: 'volume', order: 'down' };

const LABELS = {
  favourites: 'market.chart.pair.favourites',
  hot: 'market.movers.hot',
  all: 'market.list.all',
  stock: 'market.list.category.stock',
  index: 'market.list.category.index',
  forex: 'market.list.category.forex',
  metal: 'market.list.category.metal',
  energy: 'market.list.category.energy',
} as const satisfies Record<PairGroup, string>;

type RowProps = { market: MarketInfo; isChosen: boolean; onPick: (symbol: string) => void };

/** Subscribes to its own market. */
const PairRow = memo(function PairRow({ market, isChosen, onPick }: RowProps) {
  const quote = useQuote(market.symbol);
  const isDead = quote !== undefined && quote.state !== 'open';
  return (
    <button
      type="button"
      className={`${marketRowClass} relative ${isDead ? 'mrow--dim' : ''} ${isChosen ? 'bg-brand/8' : ''}`}
      aria-pressed={isChosen}
      aria-label={market.symbol}
      onClick={() => onPick(market.symbol)}
    >
      {isChosen && (
        <span className="absolute top-5.5 left-1 text-brand">
          <Icon name="check" size={16} />
        </span>
      )}
      <MarketFace market={moverLine(market, quote)} fiat={null} />
    </button>
  );
});
