import { formatDecimal, type Price } from '@app/money';
import { type BookSide, type BookSource, OrderBook } from '@app/ui';
import { useCallback, useMemo, useRef, useSyncExternalStore } from 'react';
import { useNavigate } from 'react-router';
import { useText } from '../../../data/app/texts.ts';
import { type MarketInfo, useMarkets } from '../../../data/market/markets.ts';
import { BookStep } from './book-step.tsx';
import { depthSource, useDepthStatus, useIsBorrowed, useOwnLevels, useShownMode } from './depth.ts';
import { rowsFitting, sizeOf, useContainerHeight } from './panel-size.ts';
import { BORROWED_PX, BorrowedLine, EmptyBook, Following, RefusedChannel } from './panel-states.tsx';
import { useBookChoices } from './use-book-choices.ts';

/** Minimum height that also fits the price step chooser. */
const ROOMY_PX = 240;
const STEP_PX = 44;
const PAD_PX = 8;
const ROWS = { least: 5, most: 20 };

const isRoomy = (heightPx: number) => heightPx >= ROOMY_PX;
const rowsIn = (heightPx: number) => rowsFitting(heightPx - PAD_PX - (isRoomy(heightPx) ? STEP_PX : 0), ROWS);
const rowsBelowLine = (heightPx: number) => rowsIn(heightPx - BORROWED_PX);

/** Shows a market's order book on the chart page. */
export default function BookPanel({ symbol }: { symbol: string }) {
  const market = useMarkets().find((it) => it.symbol === symbol);
  return market === undefined ? null : <Book market={market} />;
}

function Book({ market }: { market: MarketInfo }) {
  const container = useRef<HTMLDivElement>(null);
  const { symbol } = market;
  const mode = useShownMode(symbol);
  const source = useMemo(() => depthSource(mode, symbol), [mode, symbol]);
  const { isLive, refusal } = useDepthStatus(symbol);
  const size = useSyncExternalStore(source.listen, () => sizeOf(source.read()));
  const rows = useContainerHeight(container, useIsBorrowed(symbol) ? rowsBelowLine : rowsIn);
  const hasStep = useContainerHeight(container, isRoomy);
  return (
    <div ref={container} className="h-full">
      <BorrowedLine symbol={symbol} />
      {size === 'unknown' && refusal !== undefined ? (
        <RefusedChannel />
      ) : size === 'empty' ? (
        <EmptyBook mode={mode} market={market} />
      ) : (
        <div className="px-gutter pt-2">
          <Following symbol={symbol} isLive={isLive || size === 'unknown'}>
            <Levels market={market} source={source} rows={rows} />
          </Following>
          {hasStep && (
            <div className="flex h-11 w-28 items-center">
              <BookStep market={market} />
            </div>
          )}
        </div>
      )}
    </div>
  );
}

type LevelsProps = { market: MarketInfo; source: BookSource; rows: number };

function Levels({ market, source, rows }: LevelsProps) {
  const text = useText();
  const { symbol, base, precision, lot_precision: lotPrecision, price_tick } = market;
  const { step } = useBookChoices(symbol, price_tick);
  const labels = {
    label: text('spot.book.label', { symbol }),
    price: text('spot.price'),
    amount: text('spot.book.wide.amount', { unit: base }),
    bid: text('spot.book.wide.bid'),
    ask: text('spot.book.wide.ask'),
  };
  return (
    <OrderBook
      source={source}
      rows={rows}
      step={step}
      precision={precision}
      lotPrecision={lotPrecision}
      labels={labels}
      layout="wide"
      own={useOwnLevels(symbol)}
      onPick={useWayToForm(symbol)}
    />
  );
}

/** Links a level to the form: an ask opens a buy, a bid opens a sell. */
function useWayToForm(symbol: string) {
  const navigate = useNavigate();
  return useCallback(
    (price: Price, side: BookSide) => {
      const order = { symbol, side: side === 'ask' ? 'buy' : 'sell', price: formatDecimal(price) };
      void navigate(`/pages/transaction/currency?${new URLSearchParams(order)}`);
    },
    [navigate, symbol],
  );
}
