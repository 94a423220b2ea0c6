import { changePercent } from '@app/domain/market';
import { directionOfPercent } from '@app/money';
import { ChangeText, Price } from '@app/ui';
import type { MarketInfo } from '../../../data/market/markets.ts';
import { useQuote } from '../../../data/market/use-quotes.ts';
import { usePriceState } from '../list/price-state.ts';
import { ChartTags } from './chart-tags.tsx';

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
              <Price value={quote.price} {...{ precision }} tone={directionOfPercent(change)} />
            </span>
            <ChangeText ratio={change} />
          </>
        )}
      </span>
      {quote !== undefined && <ChartTags state={state} isSimulated={quote.simulated} />}
    </p>
  );
}
