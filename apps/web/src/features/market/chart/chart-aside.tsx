import { formatDecimal } from '@app/money';
import { Facts, Icon, Skeleton, Tabs } from '@app/ui';
import { type PointerEvent, useRef, useState } from 'react';
import { Link } from 'react-router';
import { useOpenOrders } from '../../../data/account/orders.ts';
import { Slot } from '../../../data/app/slots.tsx';
import { useText } from '../../../data/app/texts.ts';
import type { MarketInfo } from '../../../data/market/markets.ts';
import { useSource } from '../list/row-simulated.ts';
import {
  type ChartMode,
  type ChartTab,
  chartTabs,
  firstSize,
  nearestSize,
  nextSize,
  panelHeight,
  shownTab,
} from './chart-tabs.ts';

type Props = { market: MarketInfo; mode: ChartMode | undefined; isWide: boolean; pagePx: number };

/** Shows market details: beside the chart where there is space, otherwise in a drawer below it. */
export function ChartAside({ market, mode, isWide, pagePx }: Props) {
  if (!isWide) return <ChartDrawer market={market} mode={mode} pagePx={pagePx} />;
  return (
    <div className="relative flex min-h-0 flex-1 flex-col [&>[role=tabpanel]]:min-h-0 [&>[role=tabpanel]]:flex-1">
      <ChartDetails market={market} mode={mode} className="h-full overflow-y-auto" />
    </div>
  );
}

type ChartDrawerProps = Omit<Props, 'isWide'>;

/** Shows the details under a chart; the user drags or taps to resize. */
function ChartDrawer({ market, mode, pagePx }: ChartDrawerProps) {
  const text = useText();
  const [size, setSize] = useState(() => firstSize(pagePx));
  const { draggedPx, handlers } = useDrag(panelHeight(size, pagePx), (heightPx) =>
    setSize(nearestSize(heightPx, pagePx)),
  );
  const heightPx = draggedPx ?? panelHeight(size, pagePx);
  return (
    <div className="relative flex-none pt-2">
      <button
        type="button"
        className="absolute inset-x-0 -top-2 z-1 grid h-6 touch-none place-items-center focus-visible:-outline-offset-2"
        aria-label={text('market.chart.panel.resize')}
        aria-expanded={size !== 'closed'}
        onClick={() => draggedPx === undefined && setSize(nextSize(size, pagePx))}
        {...handlers}
      >
        <i className="h-1 w-9 rounded-full bg-s3" />
      </button>
      <ChartDetails
        market={market}
        mode={mode}
        isOpen={heightPx > 0}
        className={`h-(--panel) ${heightPx === 0 ? 'invisible' : ''} overflow-y-auto overscroll-contain [scrollbar-width:none] ${draggedPx === undefined ? 'transition-[height] duration-200' : ''}`}
        style={{ '--panel': `${heightPx}px` }}
        onOpen={() => size === 'closed' && setSize('half')}
      />
    </div>
  );
}

/** Movements below this count as a tap. */
const TAP_PX = 6;

function useDrag(fromPx: number, onEnd: (heightPx: number) => void) {
  const start = useRef<{ y: number; heightPx: number }>(undefined);
  const [draggedPx, setDragged] = useState<number>();
  const heightAt = (y: number) => {
    const { current } = start;
    return current === undefined || Math.abs(current.y - y) < TAP_PX
      ? undefined
      : Math.max(0, current.heightPx + current.y - y);
  };
  const end = ({ clientY }: PointerEvent) => {
    const heightPx = heightAt(clientY);
    start.current = undefined;
    if (heightPx !== undefined) onEnd(heightPx);
    setTimeout(setDragged, 0, undefined); // Runs after the trailing click, to ignore it.
  };
  const handlers = {
    onPointerDown: (event: PointerEvent) => {
      event.currentTarget.setPointerCapture(event.pointerId);
      start.current = { y: event.clientY, heightPx: fromPx };
    },
    onPointerMove: ({ clientY }: PointerEvent) => {
      const heightPx = heightAt(clientY);
      if (heightPx !== undefined) setDragged(heightPx);
    },
    onPointerUp: end,
    onPointerCancel: end,
  };
  return { draggedPx, handlers };
}

type ChartDetailsProps = {
  market: MarketInfo;
  mode: ChartMode | undefined;
  /** Order books are subscribed only while visible. */
  isOpen?: boolean;
  onOpen?: () => void;
  className?: string;
  style?: { '--panel': string };
};

/** Shows the details behind the price, one tab at a time, with its own scroll. */
function ChartDetails({ market, mode, isOpen = true, onOpen, className = '', style }: ChartDetailsProps) {
  const text = useText();
  const [chosen, setChosen] = useState<ChartTab>();
  const orders = useOrderCount(market.symbol);
  const tabs = chartTabs(market.products, mode);
  const tab = shownTab(tabs, chosen);
  const choose = (next: ChartTab) => {
    setChosen(next);
    onOpen?.();
  };
  return (
    <Tabs
      label={text('market.chart.panel')}
      tabs={tabs.map((value) => ({
        value,
        label: text(`market.chart.tab.${value}`),
        ...(value === 'orders' && orders > 0 && { count: orders }),
      }))}
      value={tab}
      onChange={choose}
    >
      <div className={className} style={style}>
        {isOpen && <Shown tab={tab} market={market} mode={mode} />}
      </div>
    </Tabs>
  );
}

/** Returns the number of the user's open orders in a market; zero while unknown. */
function useOrderCount(symbol: string): number {
  const { data = [] } = useOpenOrders();
  return data.filter((order) => order.symbol === symbol).length;
}

type ShownProps = { tab: ChartTab; market: MarketInfo; mode: ChartMode | undefined };

function Shown({ tab, market, mode }: ShownProps) {
  if (tab === 'info') return <ChartInfo market={market} mode={mode} />;
  return <Slot key={tab} name={`chart.${tab}`} symbol={market.symbol} loading={<DetailsLoading />} />;
}

const LINES = [0, 1, 2, 3, 4, 5];

/** Placeholder lines at the height of order book rows. */
const DetailsLoading = () => (
  <div className="px-gutter pt-2" aria-hidden="true">
    {LINES.map((line) => (
      <Skeleton key={line} className="mb-2 h-3 w-full" />
    ))}
  </div>
);

/** Shows what a market is and where its price comes from. */
function ChartInfo({ market, mode }: Omit<ShownProps, 'tab'>) {
  const text = useText();
  const { symbol, base, quote, name, category, price_tick, lot, hours, products } = market;
  const source = useSource(market);
  const facts = [
    [text('market.chart.info.name'), name],
    [text('market.chart.info.category'), text(`market.chart.category.${category}`)],
    [text('market.chart.info.tick'), `${formatDecimal(price_tick)} ${quote}`],
    ...(mode === 'contract' ? [] : [[text('market.chart.info.lot'), `${formatDecimal(lot)} ${base}`] as const]),
    [text('market.chart.info.hours'), text(`market.chart.hours.${hours}`)],
    [text('market.chart.info.source'), source === undefined ? '—' : text(`market.chart.info.source.${source}`)],
  ] as const;
  const query = new URLSearchParams({ symbol });
  return (
    <div className="px-gutter pb-4">
      <Facts facts={facts} />
      <p className="mt-2 text-label text-pretty text-ink-3">
        {source === 'simulated' && `${text('market.chart.info.simulated')} `}
        {text('market.chart.info.index')}
      </p>
      {mode === 'contract' && <Slot name="chart.contract-facts" symbol={symbol} />}
      {mode !== 'contract' && products.includes('spot') && <Slot name="spot.fees" />}
      <nav className="group group--flush mt-3" aria-label={text('market.chart.tab.info')}>
        <InfoLink to={`/pages/plus/verify?${query}`} icon="shield-check" label={text('market.chart.info.check')} />
        {category === 'crypto' && (
          <InfoLink to={`/pages/transaction/white_paper?${query}`} icon="doc" label={text('market.chart.info.coin')} />
        )}
      </nav>
    </div>
  );
}

const InfoLink = ({ to, icon, label }: { to: string; icon: 'shield-check' | 'doc'; label: string }) => (
  <Link className="row row--menu" to={to}>
    <Icon name={icon} size={20} />
    <span className="row__main">{label}</span>
    <Icon name="right" size={16} />
  </Link>
);
