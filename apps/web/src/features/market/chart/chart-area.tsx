import type { KlineHandle } from '@app/ui';
import { useMemo, useRef, useState } from 'react';
import type { MarketInfo } from '../../../data/market/markets.ts';
import { useSheet } from '../../../lib/use-sheet.ts';
import { usePriceState } from '../list/price-state.ts';
import { candlesOf } from './candles.ts';
import { ChartCandles } from './chart-candles.tsx';
import { ChartFrames } from './chart-frames.tsx';
import { ChartLine } from './chart-line.tsx';
import { ChartTable } from './chart-table.tsx';
import { ChartTools } from './chart-tools.tsx';
import { useChartChoices } from './use-chart-choices.ts';
import { useFull, useWholeScreen } from './use-chart-full.ts';
import { useIsCramped } from './use-size.ts';

/** Stays clear of notches and the home indicator, which are at the sides in landscape. */
const FULL =
  'fixed inset-0 z-30 bg-bg pt-[env(safe-area-inset-top)] pr-[env(safe-area-inset-right)] pb-[env(safe-area-inset-bottom)] pl-[env(safe-area-inset-left)]';

/** Shows candles with their controls; the same element becomes full screen, so that nothing is reloaded or lost. */
export function ChartArea({ market }: { market: MarketInfo }) {
  const container = useRef<HTMLElement>(null);
  const handle = useRef<KlineHandle>(null);
  const [isToolsOpen, setToolsOpen] = useState(false);
  const { isFull, toggle } = useFull();
  const table = useSheet('chart-table');
  const period = useChartChoices((choices) => choices.period);
  const source = useMemo(() => candlesOf(market.symbol, period), [market.symbol, period]);
  const isPaused = usePriceState(market.symbol).kind === 'paused';
  useWholeScreen(container, isFull, toggle);
  const isScrolled = useIsCramped() && !isFull;
  const where = isFull ? FULL : 'flex-1';
  return (
    <section ref={container} className={`flex flex-col ${where}`} aria-label={market.symbol}>
      {isFull && <ChartLine market={market} />}
      <ChartFrames {...{ isFull, isToolsOpen }} onFull={toggle} onTools={() => setToolsOpen(!isToolsOpen)} />
      {isToolsOpen && <ChartTools handle={handle} onTable={table.open} />}
      <div
        className={`flex flex-1 flex-col ${isFull ? 'min-h-0' : isScrolled ? 'min-h-62' : 'min-h-40'} ${isPaused ? 'stale' : ''}`}
      >
        <ChartCandles {...{ market, source, handle }} />
      </div>
      <ChartTable {...{ market, source }} isOpen={table.isOpen} onClose={table.close} />
    </section>
  );
}
