import { Empty, Icon, Panel, Tabs } from '@app/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { MARKET_PATH } from '../../../data/app/return-address.ts';
import { useText } from '../../../data/app/texts.ts';
import { type MarketInfo, useMarkets } from '../../../data/market/markets.ts';
import { useSimulatedAmong } from '../list/row-simulated.ts';
import { useMembers } from './mover-members.ts';
import { MoverRow, MoverRowsLoading } from './mover-row.tsx';
import { HowPricesAre, useDeadPrices } from './mover-standing.tsx';
import { MOVER_TABS, type MoverTab } from './movers.ts';
import { sparksQuery } from './sparks.ts';

/** Shows the markets of the home page: hot, gainers, losers, new. */
export default function MoversPanel() {
  const text = useText();
  const [tab, setTab] = useState<MoverTab>('hot');
  const { members, area } = useMembers(tab);
  const tabs = MOVER_TABS.map((value) => ({ value, label: text(`market.movers.${value}`) }));
  return (
    <section className="[&_.tabs]:shadow-none">
      <h2 className="sr-only">{text('market.movers.title')}</h2>
      <Tabs
        label={text('market.movers.title')}
        tabs={tabs}
        value={tab}
        onChange={setTab}
        end={
          <span className="grid flex-none justify-items-end gap-0.5 pl-3">
            <HowPricesAre markets={members ?? NONE} />
          </span>
        }
      >
        <div className="min-h-75">
          <Panel loading={<MoverRowsLoading />}>
            <MoverRows {...{ members, area }} />
          </Panel>
        </div>
      </Tabs>
      <Link className="hit flex h-11 items-center justify-center gap-1 text-label text-ink-2" to={MARKET_PATH}>
        {text('market.movers.all')}
        <Icon name="right" size={16} />
      </Link>
    </section>
  );
}

const NONE: readonly MarketInfo[] = [];

function MoverRows({ members, area }: ReturnType<typeof useMembers>) {
  const text = useText();
  useMarkets(); // Without them there are no rows, and the panel around shows why.
  const isMixed = useSimulatedAmong(members ?? NONE) === 'some';
  const sparks = useQuery(sparksQuery(members?.map(({ symbol }) => symbol) ?? [])).data?.list;
  const isDead = useDeadPrices();
  if (members === undefined) return <MoverRowsLoading />;
  if (members.length === 0) return <Empty title={text('market.movers.none')} />;
  return (
    <div ref={area} className={isDead ? 'mrows--dim' : ''}>
      {members.map((market) => (
        <MoverRow
          key={market.symbol}
          {...{ market, isMixed }}
          spark={sparks?.find(({ symbol }) => symbol === market.symbol)}
        />
      ))}
    </div>
  );
}
