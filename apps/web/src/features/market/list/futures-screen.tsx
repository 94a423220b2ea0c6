import { buttonClass, Empty, NavBar, Page, Panel, PullToRefresh, Tabs } from '@app/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useIsTraded } from '../../../data/app/open-lists.ts';
import { MARKET_PATH } from '../../../data/app/return-address.ts';
import { useText } from '../../../data/app/texts.ts';
import { useBack } from '../../../data/app/use-back.ts';
import { useMarkets } from '../../../data/market/markets.ts';
import { DeliveryList } from './futures-delivery.tsx';
import { factsOf, useRulesBySymbol } from './futures-facts.ts';
import { ListChips, PausedBadge } from './list-bar.tsx';
import type { ListSort } from './list-choice.ts';
import { ListPageLoading } from './list-loading.tsx';
import { ListRising } from './list-rising.tsx';
import type { RowKind } from './list-row.tsx';
import { ListRows } from './list-rows.tsx';
import { ALL, type Chip, marketsIn, narrowedTo } from './list-tabs.ts';

const TABS = ['perpetual', 'delivery'] as const;
const FIELD = 'tab';

/** /pages/market/futures */
export default function FuturesScreen() {
  const text = useText();
  const client = useQueryClient();
  const [address, setAddress] = useSearchParams();
  const back = { label: text('system.back'), go: useBack() };
  const tab = TABS.find((name) => name === address.get(FIELD)) ?? 'perpetual';
  const bar = (
    <>
      <NavBar title={text('market.futures.title')} back={back} end={<PausedBadge />} />
      <Tabs
        label={text('market.futures.title')}
        tabs={TABS.map((value) => ({ value, label: text(`market.futures.${value}`) }))}
        value={tab}
        onChange={(chosen) => setAddress({ [FIELD]: chosen }, { replace: true })}
      />
    </>
  );
  return (
    <Page bar={bar}>
      <PullToRefresh
        label={text('system.refresh')}
        busyLabel={text('system.loading')}
        refresh={() => client.refetchQueries({ queryKey: ['market'], type: 'active' })}
      >
        <Panel key={tab} loading={<ListPageLoading />}>
          <Contracts tab={tab} />
        </Panel>
      </PullToRefresh>
    </Page>
  );
}

/** Shows a list, or that contracts are switched off: nothing is listed as if it could be traded. */
function Contracts({ tab }: { tab: (typeof TABS)[number] }) {
  const isTraded = useIsTraded()('contract');
  if (!isTraded) return <SwitchedOff />;
  return tab === 'delivery' ? <DeliveryList /> : <Perpetuals />;
}

function Perpetuals() {
  const text = useText();
  const [chip, setChip] = useState<Chip>(ALL);
  const [sort, setSort] = useState<ListSort>();
  const rules = useRulesBySymbol();
  const kind = useMemo<RowKind>(() => ({ mode: 'contract', facts: (symbol) => factsOf(symbol, rules) }), [rules]);
  const all = marketsIn('futures', useMarkets());
  const markets = narrowedTo(chip, all);
  if (all.length === 0) return <Empty title={text('market.empty.title')} text={text('market.empty.text')} />;
  return (
    <>
      <ListRising markets={markets} />
      <ListChips markets={all} value={chip} onChange={setChip} />
      <ListRows markets={markets} sort={sort} onSort={setSort} kind={kind} view={chip} />
    </>
  );
}

function SwitchedOff() {
  const text = useText();
  const action = (
    <Link className={buttonClass({ size: 'small' })} to={MARKET_PATH}>
      {text('system.coming.action')}
    </Link>
  );
  return (
    <div className="pt-12">
      <Empty title={text('market.futures.closed.title')} text={text('market.futures.closed.text')} action={action} />
    </div>
  );
}
