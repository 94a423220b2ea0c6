import type { MarketInfo } from '../../../data/market/markets.ts';
import { ChartDetails } from './chart-details.tsx';
import { ChartDrawer } from './chart-drawer.tsx';

type Props = { market: MarketInfo; isWide: boolean; pagePx: number };

/** Shows market details: beside the chart where there is space, otherwise in a drawer below it. */
export function ChartAside({ market, isWide, pagePx }: Props) {
  if (!isWide) return <ChartDrawer market={market} pagePx={pagePx} />;
  return (
    <div className="relative flex min-h-0 flex-1 flex-col [&>[role=tabpanel]]:min-h-0 [&>[role=tabpanel]]:flex-1">
      <ChartDetails market={market} className="h-full overflow-y-auto" />
    </div>
  );
}
