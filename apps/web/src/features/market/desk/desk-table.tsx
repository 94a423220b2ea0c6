import { changePercent } from '@app/domain/market';
import { directionOfPercent, showCompact } from '@app/money';
import { SPARKS_MAX } from '@app/protocol/market';
import { ChangePill, Icon, nextSort, PairIcon, PairName, Price, RangeLine, Sparkline, Tag } from '@app/ui';
import { useQueries } from '@tanstack/react-query';
import { memo, type ReactNode } from 'react';
import { useText } from '../../../data/app/texts.ts';
import type { MarketInfo } from '../../../data/market/markets.ts';
import { useQuote } from '../../../data/market/use-quotes.ts';
import type { ListSort, SortKey } from '../list/list-choice.ts';
import { turnoverOf } from '../list/list-order.ts';
import { useRowState } from '../list/list-row.tsx';
import type { useStars } from '../list/row-actions.tsx';
import { useSimulatedAmong, useSource } from '../list/row-simulated.ts';
import type { Spark } from '../movers/mover-line.ts';
import { sparksQuery } from '../movers/sparks.ts';

type Stars = ReturnType<typeof useStars>;
type Props = {
  markets: readonly MarketInfo[];
  selected: string | undefined;
  onSelect: (symbol: string) => void;
  stars: Stars;
  sort: ListSort;
  onSort: (sort: ListSort) => void;
};

/** Lists markets with their day; pressing a row selects it. */
export function DeskTable({ markets, selected, onSelect, stars, sort, onSort }: Props) {
  const text = useText();
  const sparks = useSparks(markets);
  const isMixed = useSimulatedAmong(markets) === 'some';
  const by = (key: SortKey, label: string) => (
    <Sorted column={key} sort={sort} onSort={onSort}>
      {label}
    </Sorted>
  );
  return (
    <table className="w-full border-collapse">
      <caption className="sr-only">{text('market.title')}</caption>
      <thead className="sticky top-0 z-2 bg-bg text-micro text-ink-3">
        <tr className="h-9 *:font-normal">
          <td className="w-11" />
          <th scope="col" className="text-left">
            {text('market.desk.pair')}
          </th>
          {by('price', text('market.list.price'))}
          {by('change', text('market.list.change'))}
          <th scope="col" className="w-28 pl-6 text-left">
            {text('market.desk.line')}
          </th>
          <th scope="col" className="w-40 pl-6 text-left max-xl:hidden">
            {text('market.desk.range')}
          </th>
          {by('volume', text('market.desk.volume'))}
          <td className="w-5" />
        </tr>
      </thead>
      <tbody>
        {markets.map((market) => (
          <DeskRow
            isMixed={isMixed}
            key={market.symbol}
            market={market}
            isSelected={market.symbol === selected}
            isFavourite={stars.isOn(market.symbol)}
            onSelect={onSelect}
            onStar={stars.toggle}
            spark={sparks.get(market.symbol)}
          />
        ))}
      </tbody>
    </table>
  );
}

type SortedProps = { column: SortKey; sort: ListSort; onSort: (sort: ListSort) => void; children: ReactNode };

function Sorted({ column, sort, onSort, children }: SortedProps) {
  const order = sort?.key === column ? sort.order : undefined;
  const spoken = order === undefined ? 'none' : order === 'up' ? 'ascending' : 'descending';
  return (
    <th scope="col" className="text-right" aria-sort={spoken}>
      <button
        type="button"
        className={`hit text-micro ${order === undefined ? 'font-normal' : 'font-medium text-ink'}`}
        onClick={() => onSort(nextSort(sort, column))}
      >
        {children}
        {order !== undefined && (order === 'up' ? ' ↑' : ' ↓')}
      </button>
    </th>
  );
}

/** Fetches the curves of all rows in the fewest calls; sorting the rows again changes no call. */
function useSparks(markets: readonly MarketInfo[]): ReadonlyMap<string, Spark> {
  const symbols = markets.map(({ symbol }) => symbol).sort();
  const calls = Array.from({ length: Math.ceil(symbols.length / SPARKS_MAX) }, (_, at) =>
    sparksQuery(symbols.slice(at * SPARKS_MAX, (at + 1) * SPARKS_MAX)),
  );
  const answers = useQueries({ queries: calls });
  return new Map(answers.flatMap(({ data }) => data?.list.map((spark) => [spark.symbol, spark] as const) ?? []));
}

type RowProps = {
  market: MarketInfo;
  isSelected: boolean;
  /** Some prices of the table are simulated, so each of these is labelled. */
  isMixed: boolean;
  isFavourite: boolean | undefined;
  spark: Spark | undefined;
  onSelect: (symbol: string) => void;
  onStar: (symbol: string) => void;
};

/** Follows the half-hourly points, not the price: thirty lines drawn with every tick would cost more than they tell. */
const DayLine = memo(Sparkline);

/** Subscribes to its own market. The pair is the row's control: it covers the row, below the star. */
const DeskRow = memo(function DeskRow({ market, isSelected, isMixed, isFavourite, spark, onSelect, onStar }: RowProps) {
  const text = useText();
  const { symbol, base, quote: currency, name, precision } = market;
  const quote = useQuote(symbol);
  const change = quote && changePercent(quote.open, quote.price);
  const state = useRowState(market);
  const isDead = quote === undefined || state !== 'open';
  const source = useSource(market);
  return (
    <tr
      data-symbol={symbol}
      className={`relative h-13 border-t border-line text-right hover:bg-s1 ${isSelected ? 'bg-brand/8 shadow-[inset_2px_0_0_var(--brand)]' : ''}`}
    >
      <td className="pl-2.5">
        <button
          type="button"
          className={`relative z-1 grid size-9 place-items-center ${isFavourite ? 'text-brand' : 'text-ink-3'}`}
          aria-label={text('market.chart.star', { symbol })}
          aria-pressed={isFavourite === true}
          disabled={isFavourite === undefined}
          onClick={() => onStar(symbol)}
        >
          <Icon name={isFavourite ? 'star-on' : 'star'} size={16} />
        </button>
      </td>
      <td>
        <button
          type="button"
          data-select
          className="flex items-center gap-2.5 text-left after:absolute after:inset-0 focus-visible:-outline-offset-2"
          aria-pressed={isSelected}
          onClick={() => onSelect(symbol)}
        >
          <PairIcon base={base} quote={currency} size={24} />
          <PairName base={base} quote={currency} />
          <span className="truncate text-label text-ink-3 max-2xl:hidden">{name}</span>
          {state !== 'open' && <Tag tone="warn">{text(`market.list.state.${state}`)}</Tag>}
          {isMixed && source === 'simulated' && <Tag>{text('market.list.simulated')}</Tag>}
        </button>
      </td>
      <td className={`text-label font-semibold ${isDead ? 'stale' : ''}`}>
        {quote === undefined ? '—' : <Price value={quote.price} precision={precision} />}
      </td>
      <td className={isDead ? 'stale' : ''}>
        <ChangePill ratio={change} />
      </td>
      <td className="pl-6">
        <span className="block h-7 w-24">
          {spark !== undefined && <DayLine open={spark.open} values={spark.values} wide />}
        </span>
      </td>
      <td className={`pl-6 text-left max-xl:hidden tone-${change === undefined ? 'flat' : directionOfPercent(change)}`}>
        {quote !== undefined && (
          <RangeLine low={quote.low} high={quote.high} open={quote.open} now={quote.price} precision={precision} />
        )}
      </td>
      <td className="text-label text-ink-2">{quote === undefined ? '—' : showCompact(turnoverOf(quote))}</td>
      <td />
    </tr>
  );
});
