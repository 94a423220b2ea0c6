import { changePercent, type PriceState } from '@app/domain/market';
import { directionOfPercent } from '@app/money';
import { ChangeText, durationText, Price, StaleBadge, Tag } from '@app/ui';
import { useText } from '../../../data/app/texts.ts';
import type { MarketInfo } from '../../../data/market/markets.ts';
import { usePriceState } from '../../../data/market/price-state.ts';
import { useQuote } from '../../../data/market/use-quotes.ts';

type Props = { market: MarketInfo; symbolClass?: string };

/** Shows a market, its price and its warnings on one line where space is tight. */
export function ChartLine({ market: { symbol, precision }, symbolClass = '' }: Props) {
  const quote = useQuote(symbol);
  const state = usePriceState(symbol);
  const change = quote && changePercent(quote.open, quote.price);
  return (
    <p className="flex min-h-7 flex-none flex-wrap items-center gap-x-2.5 px-gutter text-label">
      <span className={`text-body font-semibold ${symbolClass}`}>{symbol}</span>
      <span className={`flex flex-wrap items-center gap-x-2.5 ${state.kind === 'paused' ? 'stale' : ''}`}>
        {quote === undefined || change === undefined ? (
          '—'
        ) : (
          <>
            <span className="text-body font-semibold">
              <Price value={quote.price} precision={precision} tone={directionOfPercent(change)} />
            </span>
            <ChangeText ratio={change} />
          </>
        )}
      </span>
      {quote !== undefined && <ChartTags state={state} isSimulated={quote.simulated} />}
    </p>
  );
}

/** Shows warnings about a price. */
export function ChartTags({ state, isSimulated }: { state: PriceState; isSimulated: boolean }) {
  const text = useText();
  return (
    <span className="flex min-h-4.5 flex-wrap justify-end gap-1">
      {isSimulated && <Tag tone="info">{text('market.chart.simulated')}</Tag>}
      {state.kind === 'closed' && <Tag>{text('market.chart.closed')}</Tag>}
      {state.kind === 'halted' && <Tag tone="warn">{text('market.chart.halted')}</Tag>}
      {state.kind === 'paused' && <StaleBadge>{text('system.stale', { time: durationText(state.forMs) })}</StaleBadge>}
    </span>
  );
}
