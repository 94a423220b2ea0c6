import { Empty, Tabs } from '@app/ui';
import { type ReactNode, useState } from 'react';
import type { MarketInfo } from '../../../shared/markets.ts';
import { useText } from '../../../shared/texts.ts';
import { ChartInfo } from './chart-info.tsx';

const TABS = ['book', 'depth', 'trades', 'info'] as const;
type Tab = (typeof TABS)[number];

type Props = { market: MarketInfo; onOpen?: () => void; className?: string; style?: { '--panel': string } };

/** What stands behind the price, one thing at a time, with its own scroll. */
export function ChartDetails({ market, onOpen, className = '', style }: Props) {
  const text = useText();
  const [tab, setTab] = useState<Tab>('info');
  const choose = (chosen: Tab) => {
    setTab(chosen);
    onOpen?.();
  };
  return (
    <Tabs
      label={text('market.chart.panel')}
      tabs={TABS.map((value) => ({ value, label: text(`market.chart.tab.${value}`) }))}
      value={tab}
      onChange={choose}
    >
      <div className={className} style={style}>
        <Shown tab={tab} market={market} />
      </div>
    </Tabs>
  );
}

/** Books and trades begin with the engine that makes them; until then nothing is shown that does not exist. */
function Shown({ tab, market }: { tab: Tab; market: MarketInfo }): ReactNode {
  const text = useText();
  if (tab === 'info') return <ChartInfo market={market} />;
  return <Empty title={text(`market.chart.${tab}.title`)} text={text(`market.chart.${tab}.text`)} />;
}
