import { changePercent, isOpenAt, nextOpening, shownState } from '@app/domain/market';
import { ChangeText, momentText, Price, Skeleton, StaleBadge, Tag } from '@app/ui';
import { useText } from '../../../data/app/texts.ts';
import { serverNow } from '../../../data/call/server-clock.ts';
import type { MarketInfo } from '../../../data/market/markets.ts';
import { useAllQuotes, useQuote, useStandstill } from '../../../data/market/use-quotes.ts';

/** Shows the current index price, or why there is none. */
export function CoinPrice({ market }: { market: MarketInfo }) {
  const text = useText();
  const quote = useQuote(market.symbol);
  const standsStill = useStandstill() !== undefined;
  if (quote === undefined) return <NoPrice market={market} />;
  const state = shownState(quote.state, serverNow() - quote.at);
  const isDead = standsStill || state === 'stale' || state === 'halted';
  return (
    <div className="mt-4">
      <p className={`flex flex-wrap items-baseline gap-x-1.5 text-hero ${isDead ? 'stale' : ''}`}>
        <Price value={quote.price} precision={market.precision} />
        <span className="text-label text-ink-3">{market.quote}</span>
      </p>
      <div className="mt-1 flex min-h-5 flex-wrap items-center gap-2 text-label">
        <ChangeText ratio={changePercent(quote.open, quote.price)} />
        {quote.simulated && <Tag>{text('content.coin.source.simulated')}</Tag>}
        <StateTag state={isDead && state === 'open' ? 'stale' : state} market={market} />
      </div>
    </div>
  );
}

/** Shows a skeleton while no quotes have arrived at all; after that, a market without a quote never had a price. */
function NoPrice({ market }: { market: MarketInfo }) {
  const isWaiting = useAllQuotes().size === 0;
  if (isWaiting)
    return (
      <div className="mt-4 grid gap-2" aria-hidden="true">
        <Skeleton className="h-9 w-44" />
        <Skeleton className="h-4.5 w-24" />
      </div>
    );
  return (
    <div className="mt-4">
      <p className="text-hero text-ink-3">—</p>
      <div className="mt-1 flex min-h-5 items-center">
        <StateTag state={isOpenAt(market.hours, serverNow()) ? 'stale' : 'closed'} market={market} />
      </div>
    </div>
  );
}

/**
 * Returns the source from the quote itself; before the first quote, the market list may mark it as simulated but never
 * as real.
 */
export function useSource({ symbol, simulated }: MarketInfo): 'simulated' | 'venues' | undefined {
  const quote = useQuote(symbol);
  const isSimulated = quote?.simulated ?? (simulated || undefined);
  return isSimulated === undefined ? undefined : isSimulated ? 'simulated' : 'venues';
}

/** Shows the price source once there is a quote. */
export function PriceSource({ market }: { market: MarketInfo }) {
  const text = useText();
  const source = useSource(market);
  return source === undefined ? '—' : text(`content.coin.source.${source}`);
}

type StateProps = { state: ReturnType<typeof shownState>; market: MarketInfo };

/** Shows the market state; `open` is the default and shows no tag. */
function StateTag({ state, market }: StateProps) {
  const text = useText();
  if (state === 'open') return null;
  if (state === 'stale') return <StaleBadge>{text('content.coin.state.stale')}</StaleBadge>;
  if (state === 'halted') return <Tag tone="danger">{text('content.coin.state.halted')}</Tag>;
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const time = momentText(nextOpening(market.hours, serverNow()), timeZone, serverNow());
  return <Tag>{text('content.coin.state.closed', { time })}</Tag>;
}
