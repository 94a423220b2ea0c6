import { type BookSource, DepthChart } from '@app/ui';
import { useMemo, useRef, useSyncExternalStore } from 'react';
import { useText } from '../../../data/app/texts.ts';
import { type MarketInfo, useMarkets } from '../../../data/market/markets.ts';
import { depthSource, useDepthStatus, useIsBorrowed, useShownMode } from './depth.ts';
import { sizeOf, useContainerHeight } from './panel-size.ts';
import { BORROWED_PX, BorrowedLine, EmptyBook, Following, RefusedChannel } from './panel-states.tsx';

/** Shows a market's cumulative depth on the chart page. */
export default function DepthPanel({ symbol }: { symbol: string }) {
  const market = useMarkets().find((it) => it.symbol === symbol);
  return market === undefined ? null : <Depth market={market} />;
}

const PAD_PX = 12;
const LOWEST_PX = 140;
const HIGHEST_PX = 320;
const heightIn = (containerPx: number) => Math.min(Math.max(containerPx - PAD_PX, LOWEST_PX), HIGHEST_PX);
const heightBelowLine = (containerPx: number) => heightIn(containerPx) - BORROWED_PX;

function Depth({ market }: { market: MarketInfo }) {
  const container = useRef<HTMLDivElement>(null);
  const { symbol } = market;
  const mode = useShownMode(symbol);
  const source = useMemo(() => depthSource(mode, symbol), [mode, symbol]);
  const { isLive, refusal } = useDepthStatus(symbol);
  const size = useSyncExternalStore(source.listen, () => sizeOf(source.read()));
  const heightPx = useContainerHeight(container, useIsBorrowed(symbol) ? heightBelowLine : heightIn);
  return (
    <div ref={container} className="h-full [&_.depth]:h-(--depth)" style={{ '--depth': `${heightPx}px` }}>
      <BorrowedLine symbol={symbol} />
      {size === 'unknown' && refusal !== undefined ? (
        <RefusedChannel />
      ) : size === 'empty' ? (
        <EmptyBook mode={mode} market={market} />
      ) : (
        <Following symbol={symbol} isLive={isLive || size === 'unknown'}>
          <Curve market={market} source={source} />
        </Following>
      )}
    </div>
  );
}

function Curve({ market, source }: { market: MarketInfo; source: BookSource }) {
  const text = useText();
  const { symbol, base, precision, lot_precision: lotPrecision } = market;
  const labels = {
    label: text('spot.book.depth.label', { symbol }),
    middle: text('spot.book.depth.middle'),
    bids: text('spot.book.depth.bids'),
    asks: text('spot.book.depth.asks'),
    price: text('spot.price'),
    sum: text('spot.book.depth.sum', { unit: base }),
  };
  return (
    <div className="px-gutter pt-2">
      <DepthChart source={source} precision={precision} lotPrecision={lotPrecision} labels={labels} />
    </div>
  );
}
