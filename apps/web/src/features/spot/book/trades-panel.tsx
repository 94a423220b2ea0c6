import { Empty, type TapeSource, TradesTape } from '@app/ui';
import { useMemo, useRef, useSyncExternalStore } from 'react';
import { useText } from '../../../data/app/texts.ts';
import { type MarketInfo, useMarkets } from '../../../data/market/markets.ts';
import { useChannelLife } from '../../../data/socket/use-channel-life.ts';
import { useShownMode } from './depth.ts';
import { rowsFitting, useContainerHeight } from './panel-size.ts';
import { BorrowedLine, Following, RefusedChannel } from './panel-states.tsx';
import { tradesSource } from './trades-source.ts';

const PAD_PX = 8;
const ROWS = { least: 5, most: 50 };
const rowsIn = (heightPx: number) => rowsFitting(heightPx - PAD_PX, ROWS);

/** Renders a market's recent trades on the chart page. */
export default function TradesPanel({ symbol }: { symbol: string }) {
  const market = useMarkets().find((it) => it.symbol === symbol);
  return market === undefined ? null : <Trades market={market} />;
}

function Trades({ market }: { market: MarketInfo }) {
  const container = useRef<HTMLDivElement>(null);
  const { symbol } = market;
  const mode = useShownMode(symbol);
  const source = useMemo(() => tradesSource(mode, market), [mode, market]);
  const { isLive, refusal } = useChannelLife({ kind: 'trades', mode, symbol });
  const count = useSyncExternalStore(source.listen, source.count);
  const fitting = useContainerHeight(container, rowsIn);
  const rows = Math.max(fitting, count ?? 0);
  return (
    <div ref={container} className="h-full">
      <BorrowedLine symbol={symbol} />
      {count === undefined && refusal !== undefined ? (
        <RefusedChannel />
      ) : count === 0 ? (
        <NoTrades />
      ) : (
        <Following symbol={symbol} isLive={isLive || count === undefined}>
          <Tape market={market} source={source} rows={rows} />
        </Following>
      )}
    </div>
  );
}

function NoTrades() {
  const text = useText();
  return <Empty title={text('spot.book.trades.none.title')} text={text('spot.book.trades.none.text')} />;
}

type TapeProps = { market: MarketInfo; source: TapeSource; rows: number };

function Tape({ market: { symbol, base }, source, rows }: TapeProps) {
  const text = useText();
  const labels = {
    label: text('spot.book.trades.label', { symbol }),
    time: text('spot.book.trades.time'),
    price: text('spot.price'),
    amount: text('spot.book.wide.amount', { unit: base }),
    buy: text('spot.buy'),
    sell: text('spot.sell'),
    house: text('spot.book.trades.house'),
  };
  return (
    <div className="px-gutter pt-2">
      <TradesTape source={source} rows={rows} labels={labels} />
    </div>
  );
}
