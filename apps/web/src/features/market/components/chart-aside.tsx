import type { MarketInfo } from '../../../shared/markets.ts';
import { ChartDetails } from './chart-details.tsx';
import { ChartDrawer } from './chart-drawer.tsx';

type Props = { market: MarketInfo; isWide: boolean; pagePx: number };

/** The details of a market: beside its chart where there is room, else in a drawer under it. */
export function ChartAside({ market, isWide, pagePx }: Props) {
  if (!isWide) return <ChartDrawer market={market} pagePx={pagePx} />;
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <ChartDetails market={market} />
    </div>
  );
}
