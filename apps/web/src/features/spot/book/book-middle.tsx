import { changePercent } from '@app/domain/market';
import { directionOfPercent, type Price as PriceOf } from '@app/money';
import { Price, StaleBadge, Tag } from '@app/ui';
import { useText } from '../../../data/app/texts.ts';
import { usePriceEstimate } from '../../../data/market/estimate.ts';
import type { MarketInfo } from '../../../data/market/markets.ts';
import { usePriceState } from '../../../data/market/price-state.ts';
import { useQuote } from '../../../data/market/use-quotes.ts';
import { useIsBorrowed } from './depth.ts';

/**
 * Shows, between the sides, the index price, from which the house ladder is computed, and its approximate fiat value, or
 * that this is the demo's order book.
 */
export function BookMiddle({ market }: { market: MarketInfo }) {
  const text = useText();
  const quote = useQuote(market.symbol);
  const state = usePriceState(market.symbol);
  const isBorrowed = useIsBorrowed(market.symbol);
  if (quote === undefined) return <div className="h-11" />;
  const direction = directionOfPercent(changePercent(quote.open, quote.price));
  return (
    <div className="flex h-11 flex-col justify-center">
      <b
        className={`text-[16px]/5 font-semibold tone-${direction} ${state.kind === 'paused' ? 'stale' : ''}`}
        title={text('spot.book.index')}
      >
        {direction !== 'flat' && <i className={`tri tri--${direction}`} aria-hidden="true" />}
        <Price value={quote.price} precision={market.precision} tone={direction} />
      </b>
      {state.kind === 'paused' || isBorrowed ? (
        <span className="flex gap-1">
          {isBorrowed && <Tag tone="warn">{text('system.demo')}</Tag>}
          {state.kind === 'paused' && (
            <StaleBadge>{text('spot.book.paused', { seconds: Math.round(state.forMs / 1_000) })}</StaleBadge>
          )}
        </span>
      ) : (
        <Worth price={quote.price} isDollar={market.quote === 'USDT'} />
      )}
    </div>
  );
}

function Worth({ price, isDollar }: { price: PriceOf; isDollar: boolean }) {
  const text = useText();
  const estimate = usePriceEstimate(price);
  return (
    <span className="truncate text-micro text-ink-3">
      {isDollar && estimate !== '' ? estimate : text('spot.book.index')}
    </span>
  );
}
