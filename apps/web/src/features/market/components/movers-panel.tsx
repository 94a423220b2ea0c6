import { Empty, Icon, Panel, Stale, Tabs } from '@app/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { MARKET_PATH } from '../../../shared/return-address.ts';
import { useText } from '../../../shared/texts.ts';
import { sparksQuery } from '../api/sparks.ts';
import { MOVER_TABS, type MoverTab } from '../model/movers.ts';
import { useMembers } from './mover-members.ts';
import { MoverRow, MoverRowsLoading } from './mover-row.tsx';
import { HowPricesAre, useDeadPrices } from './mover-standing.tsx';

/** The home page's markets: hot, gainers, losers, new. */
export default function MoversPanel() {
  const text = useText();
  const [tab, setTab] = useState<MoverTab>('hot');
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
          <span className="flex-none pl-3">
            <HowPricesAre />
          </span>
        }
      >
        <div className="min-h-75">
          <Panel loading={<MoverRowsLoading />}>
            <MoverRows tab={tab} />
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

function MoverRows({ tab }: { tab: MoverTab }) {
  const text = useText();
  const { members, area } = useMembers(tab);
  const sparks = useQuery(sparksQuery(members?.map(({ symbol }) => symbol) ?? [])).data?.list;
  const isDead = useDeadPrices();
  if (members === undefined) return <MoverRowsLoading />;
  if (members.length === 0) return <Empty title={text('market.movers.none')} />;
  return (
    <Stale stale={isDead}>
      <div ref={area}>
        {members.map((market) => (
          <MoverRow
            key={market.symbol}
            market={market}
            spark={sparks?.find(({ symbol }) => symbol === market.symbol)}
          />
        ))}
      </div>
    </Stale>
  );
}
