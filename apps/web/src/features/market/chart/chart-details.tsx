import { Skeleton, Tabs } from '@app/ui';
import { useState } from 'react';
import { useOpenOrders } from '../../../data/account/orders.ts';
import { Slot } from '../../../data/app/slots.tsx';
import { useText } from '../../../data/app/texts.ts';
import type { MarketInfo } from '../../../data/market/markets.ts';
import { ChartInfo } from './chart-info.tsx';
import { type ChartTab, chartTabs, shownTab } from './chart-tabs.ts';

type Props = {
  market: MarketInfo;
  /** Order books are subscribed only while visible. */
  isOpen?: boolean;
  onOpen?: () => void;
  className?: string;
  style?: { '--panel': string };
};

/** Shows the details behind the price, one tab at a time, with its own scroll. */
export function ChartDetails({ market, isOpen = true, onOpen, className = '', style }: Props) {
  const text = useText();
  const [chosen, setChosen] = useState<ChartTab>();
  const orders = useOrderCount(market.symbol);
  const tabs = chartTabs(market.products);
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
        {isOpen && <Shown tab={tab} market={market} />}
      </div>
    </Tabs>
  );
}

/** Returns the number of the user's open orders in a market; zero while unknown. */
function useOrderCount(symbol: string): number {
  const { data = [] } = useOpenOrders();
  return data.filter((order) => order.symbol === symbol).length;
}

function Shown({ tab, market }: { tab: ChartTab; market: MarketInfo }) {
  if (tab === 'info') return <ChartInfo market={market} />;
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
