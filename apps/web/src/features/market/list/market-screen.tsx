import { Empty, Page, Panel, PullToRefresh, Tabs } from '@app/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useIsTraded } from '../../../data/app/open-lists.ts';
import { useText } from '../../../data/app/texts.ts';
import { useMarkets } from '../../../data/market/markets.ts';
import { lazyPart } from '../../../lib/lazy-once.ts';
import { storage } from '../../../lib/storage.ts';
import { useIsWide } from '../../../lib/use-wide.ts';
import { FavouriteTab } from './favourite-tab.tsx';
import { ListBar, ListChips } from './list-bar.tsx';
import { chipOf, keptChoice, type ListChoice, type ListSort, tabNamed } from './list-choice.ts';
import { ListPageLoading } from './list-loading.tsx';
import { ListRising } from './list-rising.tsx';
import type { RowKind } from './list-row.tsx';
import { ListRows } from './list-rows.tsx';
import { ALL, type Chip, type ListTab, marketsIn, narrowedTo, openTabs } from './list-tabs.ts';

/** /pages/market/market */
export default function MarketScreen() {
  const text = useText();
  const offered = openTabs(useIsTraded());
  const list = useListChoice(offered);
  const tabs = offered.map((value) => ({ value, label: text(`market.list.tab.${value}`) }));
  if (!useIsWide()) return <MarketPhone tabs={tabs} list={list} />;
  return (
    <Panel loading={<ListPageLoading />}>
      <MarketDesk tabs={tabs} list={list} />
    </Panel>
  );
}

/** Loaded in a wide window only. */
const MarketDesk = lazyPart(async () => (await import('../desk/market-desk.tsx')).MarketDesk);

export type ListProps = {
  tabs: readonly { readonly value: ListTab; readonly label: string }[];
  list: ReturnType<typeof useListChoice>;
};

function MarketPhone({ tabs, list: { choice, setTab, setChip, setSort } }: ListProps) {
  const text = useText();
  const client = useQueryClient();
  const { tab, sort } = choice;
  const bar = (
    <>
      <ListBar />
      <Tabs label={text('market.list.tabs')} tabs={tabs} value={tab} onChange={setTab} />
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
          {tab === 'favourites' ? (
            <FavouriteTab sort={sort} onSort={setSort} />
          ) : (
            <TabRows tab={tab} sort={sort} chip={chipOf(choice, tab)} onSort={setSort} onChip={setChip} />
          )}
        </Panel>
      </PullToRefresh>
    </Page>
  );
}

type Props = {
  tab: ListTab;
  chip: Chip;
  sort: ListSort;
  onChip: (chip: Chip) => void;
  onSort: (sort: ListSort) => void;
};

/** Row variants; what a chip states for the whole list is not repeated in each row. */
const CONTRACT = { mode: 'contract' } as const;
const SECONDS = { mode: 'seconds' } as const;
const MANY_KINDS = { namesCategory: true } as const;

function kindOf(tab: ListTab, chip: Chip): RowKind | undefined {
  if (tab === 'futures') return CONTRACT;
  if (tab === 'seconds') return SECONDS;
  return chip === ALL && (tab === 'stocks' || tab === 'new') ? MANY_KINDS : undefined;
}

function TabRows({ tab, chip, sort, onChip, onSort }: Props) {
  const text = useText();
  const all = marketsIn(tab, useMarkets());
  const markets = narrowedTo(chip, all);
  if (all.length === 0) return <Empty title={text('market.empty.title')} text={text('market.empty.text')} />;
  const kind = kindOf(tab, chip);
  return (
    <>
      <ListRising markets={markets} />
      <ListChips markets={all} value={chip} onChange={onChip} />
      <ListRows markets={markets} sort={sort} onSort={onSort} {...(kind && { kind })} view={`${tab} ${chip}`} />
    </>
  );
}

const KEPT_AS = 'market_list';
const FIELD = 'tab';

/** Stores the user's list settings on this device; the tab is in the address so that it can be shared. */
function useListChoice(offered: readonly ListTab[]) {
  const [kept, setKept] = useState(() => keptChoice(storage.read(KEPT_AS)));
  const [address, setAddress] = useSearchParams();
  const wanted = tabNamed(address.get(FIELD)) ?? kept.tab;
  const choice: ListChoice = { ...kept, tab: offered.includes(wanted) ? wanted : 'spot' };
  const keep = (changed: Partial<ListChoice>) => {
    const next = { ...choice, ...changed };
    storage.write(KEPT_AS, next);
    setKept(next);
  };
  return {
    choice,
    setTab: (tab: ListTab) => {
      keep({ tab });
      setAddress({ [FIELD]: tab }, { replace: true });
    },
    setChip: (chip: Chip) => keep({ chips: { ...choice.chips, [choice.tab]: chip } }),
    setSort: (sort: ListSort) => keep({ sort }),
  };
}
