import { changePercent } from '@app/domain/market';
import { Empty, ErrorPanel, MarketFace, marketRowClass } from '@app/ui';
import { Link } from 'react-router';
import { useText } from '../../../data/app/texts.ts';
import { describeFailure } from '../../../data/call/describe-failure.ts';
import { serverNow } from '../../../data/call/server-clock.ts';
import { type MarketInfo, useMarkets } from '../../../data/market/markets.ts';
import { useQuote } from '../../../data/market/use-quotes.ts';
import { daysLeft, type Series, useSeries } from './futures-facts.ts';
import { ListLoading } from './list-loading.tsx';
import { rowLabels } from './row-labels.ts';
import { RowLabels } from './row-labels-view.tsx';

/** Lists the delivery contracts with the days that are left; each opens the form with its series. */
export function DeliveryList() {
  const text = useText();
  const markets = new Map(useMarkets().map((market) => [market.symbol, market]));
  const { data, error, refetch } = useSeries();
  if (data === undefined && error === null) return <ListLoading />;
  if (data === undefined)
    return (
      <ErrorPanel
        title={text('system.load.failed')}
        text={describeFailure(error, text)}
        retry={{ label: text('system.retry'), go: () => void refetch() }}
      />
    );
  const listed = data.flatMap((series) => {
    const market = markets.get(series.symbol);
    return market === undefined ? [] : [{ series, market }];
  });
  if (listed.length === 0)
    return (
      <div className="pt-12">
        <Empty title={text('market.futures.none.title')} text={text('market.futures.none.text')} />
      </div>
    );
  return (
    <>
      <p className="px-gutter pt-3 pb-1 text-label text-ink-3">{text('market.futures.delivery.about')}</p>
      <ul aria-label={text('market.futures.delivery')}>
        {listed.map(({ series, market }) => (
          <li key={`${series.symbol} ${series.day}`}>
            <SeriesRow series={series} market={market} />
          </li>
        ))}
      </ul>
    </>
  );
}

function SeriesRow({ series, market }: { series: Series; market: MarketInfo }) {
  const text = useText();
  const quote = useQuote(market.symbol);
  const { base, quote: currency, precision } = market;
  const address = new URLSearchParams({ symbol: market.symbol, series: series.day });
  const labels = rowLabels({
    warnings: [!series.isOpen && text('market.futures.closing')],
    rest: [series.day, `${series.leverage}×`],
  });
  return (
    <Link
      className={series.isOpen ? marketRowClass : `${marketRowClass} mrow--dim`}
      to={`/pages/transaction/contract?${address}`}
    >
      <MarketFace
        market={{
          base,
          quote: currency,
          precision,
          volume: undefined,
          price: quote?.price,
          change: quote && changePercent(quote.open, quote.price),
        }}
        fiat={text('market.futures.days', { count: daysLeft(series, serverNow()) })}
        sub={<RowLabels {...labels} />}
      />
    </Link>
  );
}
