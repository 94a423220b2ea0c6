import { Empty, Page, Panel, PullToRefresh, Tabs } from '@app/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useText } from '../../../data/app/texts.ts';
import { useMarkets } from '../../../data/market/markets.ts';
import { storage } from '../../../lib/storage.ts';
import { FavouriteTab } from './favourite-tab.tsx';
import { ListBar, ListChips } from './list-bar.tsx';
import { chipOf, keptChoice, type ListChoice, type ListSort, tabNamed } from './list-choice.ts';
import { ListPageLoading } from './list-loading.tsx';
import { ListRising } from './list-rising.tsx';
import type { RowKind } from './list-row.tsx';
import { ListRows } from './list-rows.tsx';
import { ALL, type Chip, LIST_TABS, type ListTab, marketsIn, narrowedTo } from './list-tabs.ts';

/** /pages/market/market */
export default function MarketScreen() {
  const text = useText();
  const client = useQueryClient();
  const { choice, setTab, setChip, setSort } = useListChoice();
  const { tab, sort } = choice;
  const tabs = LIST_TABS.map((value) => ({ value, label: text(`market.list.tab.${value}`) }));
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
const MANY_KINDS = { namesCategory: true } as const;

function kindOf(tab: ListTab, chip: Chip): RowKind | undefined {
  if (tab === 'futures') return CONTRACT;
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
function useListChoice() {
  const [kept, setKept] = useState(() => keptChoice(storage.read(KEPT_AS)));
  const [address, setAddress] = useSearchParams();
  const choice: ListChoice = { ...kept, tab: tabNamed(address.get(FIELD)) ?? kept.tab };
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
