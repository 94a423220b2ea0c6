import { changePercent } from '@app/domain/market';
import { directionOfPercent, type Price as PriceOf, showCompact } from '@app/money';
import type { QuoteShown } from '@app/protocol/socket';
import { ChangeText, Price, RangeLine, Skeleton } from '@app/ui';
import { useText } from '../../../data/app/texts.ts';
import { usePriceEstimate } from '../../../data/market/estimate.ts';
import { type MarketInfo, useMarkets } from '../../../data/market/markets.ts';
import { usePriceState } from '../../../data/market/price-state.ts';
import { useQuote } from '../../../data/market/use-quotes.ts';
import { turnoverOf } from '../list/list-order.ts';
import { ChartLine, ChartTags } from './chart-line.tsx';
import { useIsCramped } from './use-cramped.ts';

/** Shows the current price of a market, its day change, and whether the price is still live. */
export default function ChartQuote({ symbol }: { symbol: string }) {
  const market = useMarkets().find((it) => it.symbol === symbol);
  const quote = useQuote(symbol);
  const state = usePriceState(symbol);
  const isCramped = useIsCramped();
  if (market === undefined) return null;
  // The bar above shows the symbol where it is wide enough.
  if (isCramped) return <ChartLine market={market} symbolClass="min-[300px]:hidden" />;
  if (quote === undefined) return <QuoteLoading />;
  const tags = <ChartTags state={state} isSimulated={quote.simulated} />;
  return (
    <section className="flex-none px-gutter pb-1">
      <div className="flex flex-wrap items-start justify-between gap-x-3">
        <Now market={market} quote={quote} isStale={state.kind === 'paused'} />
        <div className="flex-none pt-1">
          {tags}
          <Volumes market={market} quote={quote} />
        </div>
      </div>
      <div className={`mt-1 ${state.kind === 'paused' ? 'stale' : ''}`}>
        <Day market={market} quote={quote} />
      </div>
    </section>
  );
}

type Props = { market: MarketInfo; quote: QuoteShown };

function Now({ market, quote: { open, price }, isStale }: Props & { isStale: boolean }) {
  const change = changePercent(open, price);
  return (
    <div className={isStale ? 'stale' : ''}>
      <p className="text-hero">
        <Price value={price} precision={market.precision} tone={directionOfPercent(change)} />
      </p>
      <p className="flex flex-wrap gap-x-2 text-label">
        {market.quote === 'USDT' ? <Worth price={price} /> : <span className="text-ink-3">{market.quote}</span>}
        <ChangeText ratio={change} />
      </p>
    </div>
  );
}

function Worth({ price }: { price: PriceOf }) {
  const text = usePriceEstimate(price);
  return text === '' ? null : <span className="text-ink-3">{text}</span>;
}

function Volumes({ market, quote }: Props) {
  const text = useText();
  const volumes = [
    [market.base, showCompact(quote.vol)],
    [market.quote, `≈ ${showCompact(turnoverOf(quote))}`],
  ] as const;
  return (
    <dl className="mt-0.5 grid grid-cols-[auto_auto] gap-x-2.5 text-right text-micro">
      {volumes.map(([unit, volume]) => (
        <div key={unit} className="contents">
          <dt className="text-ink-3">{text('market.chart.volume', { unit })}</dt>
          <dd>{volume}</dd>
        </div>
      ))}
    </dl>
  );
}

function Day({ market, quote: { low, high, open, price } }: Props) {
  const text = useText();
  const labels = { low: text('chart.low'), high: text('chart.high'), open: text('chart.open') };
  return <RangeLine low={low} high={high} open={open} labels={labels} now={price} precision={market.precision} />;
}

/** Placeholder at the same height, so that nothing shifts when the price arrives. */
export function QuoteLoading() {
  if (useIsCramped()) return <div className="h-7 flex-none" />;
  return (
    <div className="flex-none px-gutter pb-1" aria-hidden="true">
      <Skeleton className="mt-1.5 h-6 w-36" />
      <Skeleton className="mt-2.5 h-3 w-28" />
      <Skeleton className="mt-6 h-0.5 w-full" />
      <Skeleton className="mt-3 mb-0.5 h-3 w-full" />
    </div>
  );
}
