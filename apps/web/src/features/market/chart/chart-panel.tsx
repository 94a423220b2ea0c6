import { useIsTraded } from '../../../data/app/open-lists.ts';
import type { SlotProps } from '../../../data/app/slot-props.ts';
import { useMarkets } from '../../../data/market/markets.ts';
import { ChartArea } from './chart-area.tsx';
import { chartMode } from './chart-tabs.ts';

/** Shows a market's chart on another feature's screen. */
export default function ChartPanel({ symbol, product }: SlotProps['market.chart']) {
  const market = useMarkets().find((it) => it.symbol === symbol);
  const isTraded = useIsTraded();
  if (market === undefined) return null;
  return <ChartArea market={market} mode={chartMode(market.products.filter(isTraded), product ?? null)} />;
}
