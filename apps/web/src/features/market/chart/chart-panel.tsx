import { useMarkets } from '../../../data/market/markets.ts';
import { ChartArea } from './chart-area.tsx';

/** Shows a market's chart on another feature's screen. */
export default function ChartPanel({ symbol }: { symbol: string }) {
  const market = useMarkets().find((it) => it.symbol === symbol);
  return market === undefined ? null : <ChartArea market={market} />;
}
