import { formatDecimal, type Price } from '@app/money';
import { type BookPosition, type BookSource, Icon, OrderBook, SplitLine, Stale } from '@app/ui';
import { useMemo, useSyncExternalStore } from 'react';
import { useText } from '../../../data/app/texts.ts';
import type { MarketInfo } from '../../../data/market/markets.ts';
import { BookMiddle } from './book-middle.tsx';
import { BookStep } from './book-step.tsx';
import { buyersShare, depthSource, useDepth, useDepthStatus, useOwnLevels, useShownMode } from './depth.ts';
import { EmptyBook } from './panel-states.tsx';
import { useBookChoices } from './use-book-choices.ts';

type Props = {
  market: MarketInfo;
  rows: number;
  onPick: (price: Price) => void;
  onHold: (level: BookPosition) => void;
};

/** Shows the order book beside the form: a tap takes a level's price, a long press takes the size up to it. */
export function BookColumn({ market, rows, onPick, onHold }: Props) {
  const text = useText();
  const { symbol, base, quote } = market;
  const mode = useShownMode(symbol);
  const source = useMemo(() => depthSource(mode, symbol), [mode, symbol]);
  const { isLive, refusal } = useDepthStatus(symbol);
  const isEmpty = useIsEmpty(source);
  const own = useOwnLevels(symbol);
  const { view, step } = useBookChoices(symbol, market.price_tick);
  const labels = {
    label: text('spot.book.label', { symbol }),
    price: text('spot.book.price', { unit: quote }),
    amount: base,
    bid: text('spot.book.bid'),
    ask: text('spot.book.ask'),
  };
  if (isEmpty)
    return (
      <div className="flex min-w-0 flex-col" data-coach="book">
        <BookMiddle market={market} />
        <EmptyBook mode={mode} market={market} />
      </div>
    );
  return (
    <div className="flex min-w-0 flex-col" data-coach="book">
      <Stale stale={!isLive && source.read() !== undefined}>
        <OrderBook
          source={source}
          rows={rows}
          view={view}
          step={step}
          labels={labels}
          onPick={onPick}
          onHold={onHold}
          precision={market.precision}
          lotPrecision={market.lot_precision}
          own={own}
          middle={<BookMiddle market={market} />}
        />
      </Stale>
      {refusal !== undefined && (
        <p className="mt-1 text-micro text-warn" role="status">
          {text('spot.book.refused')}
        </p>
      )}
      <Ratio symbol={symbol} step={step} rows={rows} />
      <div className="mt-auto flex gap-2 pt-2">
        <BookStep market={market} />
        <ViewChip market={market} />
      </div>
    </div>
  );
}

/** Returns whether the order book is loaded and empty. Rerenders only when that changes. */
const useIsEmpty = ({ listen, read }: BookSource): boolean =>
  useSyncExternalStore(listen, () => {
    const depth = read();
    return depth !== undefined && depth.bids.length + depth.asks.length === 0;
  });

/** Shows the share of buyers and sellers in the rows shown. */
function Ratio({ symbol, step, rows }: { symbol: string; step: Price; rows: number }) {
  const text = useText();
  const depth = useDepth(symbol);
  if (depth === undefined || depth.bids.length + depth.asks.length === 0) return <div className="mt-1.5 h-4" />;
  const share = buyersShare(depth, { step, rows });
  const percent = Math.round(Number(formatDecimal(share)) * 100); // tidy: not money
  return (
    <div className="mt-1.5">
      <SplitLine
        share={share}
        start={text('spot.book.buyers', { percent })}
        end={text('spot.book.sellers', { percent: 100 - percent })}
      />
    </div>
  );
}

function ViewChip({ market }: { market: MarketInfo }) {
  const text = useText();
  const { view, toggleView } = useBookChoices(market.symbol, market.price_tick);
  return (
    <button
      type="button"
      className={`chip h-9 px-2 ${view === 'bids' ? 'tone-up' : view === 'asks' ? 'tone-down' : ''}`}
      aria-label={text(`spot.book.view.${view}`)}
      title={text(`spot.book.view.${view}`)}
      onClick={toggleView}
    >
      <Icon name="book-both" size={16} />
    </button>
  );
}
