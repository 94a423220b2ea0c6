import { Panel, SkeletonChart } from '@app/ui';
import { type ComponentProps, use, useRef } from 'react';
import { useSearchParams } from 'react-router';
import type { MarketInfo } from '../../../data/market/markets.ts';
import { lazyOnce } from '../../../lib/lazy-once.ts';
import { ChartActions } from './chart-actions.tsx';
import { ChartArea } from './chart-area.tsx';
import type { ChartAside as Aside } from './chart-aside.tsx';
import { firstSize, panelHeight } from './chart-panel-model.ts';
import { chartMode } from './chart-product.ts';
import ChartQuote, { QuoteLoading } from './chart-quote-panel.tsx';
import { useSize } from './use-size.ts';

/** Loaded in parallel with the candles, which do not wait for it. */
const chartAside = lazyOnce(async () => (await import('./chart-aside.tsx')).ChartAside);

function ChartAside(props: ComponentProps<typeof Aside>) {
  const Shown = use(chartAside());
  return <Shown {...props} />;
}

/** Minimum width for two panes. */
const WIDE_PX = 760;
/** Height of the drawer's handle and tabs. */
const DRAWER_TABS_PX = 52;

/** Gives the chart the remaining space; where wide enough, details are beside it. */
export function ChartView({ market }: { market: MarketInfo }) {
  const container = useRef<HTMLDivElement>(null);
  const size = useSize(container);
  const [fields] = useSearchParams();
  const isWide = size !== undefined && size.width >= WIDE_PX;
  const mode = chartMode(market.products, fields.get('mode'));
  const actions = mode !== undefined && <ChartActions symbol={market.symbol} mode={mode} />;
  return (
    <div ref={container} className={isWide ? 'flex h-full' : 'flex h-full flex-col'}>
      <div className="flex min-h-fit min-w-0 flex-1 flex-col">
        <ChartQuote symbol={market.symbol} />
        <ChartArea market={market} />
      </div>
      <div className={isWide ? 'flex w-80 flex-none flex-col justify-end' : 'flex-none'}>
        {size !== undefined && (
          <Panel loading={isWide ? null : <DrawerLoading pagePx={size.height} />}>
            <ChartAside {...{ market, isWide }} pagePx={size.height} />
          </Panel>
        )}
        {actions}
      </div>
    </div>
  );
}

export const ChartLoading = () => (
  <>
    <QuoteLoading />
    <div className="px-gutter pt-11">
      <SkeletonChart height={280} />
    </div>
  </>
);

/** Placeholder at the final height, so that the chart is drawn only once. */
const DrawerLoading = ({ pagePx }: { pagePx: number }) => (
  <div
    className="h-(--drawer)"
    style={{ '--drawer': `${DRAWER_TABS_PX + panelHeight(firstSize(pagePx), pagePx)}px` }}
  />
);
