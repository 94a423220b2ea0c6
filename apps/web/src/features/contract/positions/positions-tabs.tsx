import { isPending, isPosition } from '@app/client/contract';
import { isVisitor } from '@app/client/session';
import { Checkbox, LastKnown, ListFailed, Tabs } from '@app/ui';
import { useState } from 'react';
import { create } from 'zustand';
import { useOpenDeals } from '../../../data/account/deals.ts';
import { useListLabels } from '../../../data/app/list-labels.ts';
import { useText } from '../../../data/app/texts.ts';
import type { MarketInfo } from '../../../data/market/markets.ts';
import { useSessionScope } from '../../../data/session/session.ts';
import { storage } from '../../../lib/storage.ts';
import { CloseAllButton } from './close-all-button.tsx';
import { LaterSheets } from './later-sheets.tsx';
import { HistoryLink, ListVisitor, NothingListed } from './list-states.tsx';
import { PendingOrders } from './pending-orders.tsx';
import { PositionGhosts } from './position-card.tsx';
import { PositionCards } from './position-cards.tsx';
import { type DealSheetTarget, useDealSheet } from './use-deal-sheet.ts';

export const TABS = ['positions', 'orders'] as const;
export type PositionsTab = (typeof TABS)[number];

/** Shows the user's positions and pending orders below the form, with a link to the history. */
export function PositionsTabs({ market }: { market: MarketInfo }) {
  const text = useText();
  const [tab, setTab] = useState<PositionsTab>('positions');
  const target = useDealSheet();
  const { counts, list } = useListed(market.symbol);
  const isNobodys = isVisitor(useSessionScope());
  return (
    <>
      <Tabs
        label={text('position.label')}
        tabs={TABS.map((value) => ({
          value,
          label: text(`position.tab.${value}`),
          ...(counts !== undefined && { count: counts[value] }),
        }))}
        value={tab}
        onChange={setTab}
        end={<HistoryLink />}
      >
        {isNobodys ? <ListVisitor /> : <DealList tab={tab} list={list} symbol={market.symbol} target={target} />}
      </Tabs>
      <LaterSheets target={target} />
    </>
  );
}

const KEPT_AS = 'other_contracts_hidden';

/** Whether the lists under a form show only that form's market. */
const useHiddenMarkets = create(() => ({ isHidden: storage.read(KEPT_AS) === true }));

export function hideOtherMarkets(isHidden: boolean): void {
  storage.write(KEPT_AS, isHidden);
  useHiddenMarkets.setState({ isHidden });
}

/** Returns the user's open deals: those of one market where the others are hidden, and how many there are of each kind. */
export function useListed(symbol: string) {
  const query = useOpenDeals();
  const { isHidden } = useHiddenMarkets();
  const shown = query.data?.filter((deal) => !isHidden || deal.symbol === symbol);
  const counts = shown && { positions: shown.filter(isPosition).length, orders: shown.filter(isPending).length };
  return { list: { query, shown }, counts };
}

export function HideMarkets() {
  const text = useText();
  const { isHidden } = useHiddenMarkets();
  return (
    <Checkbox checked={isHidden} onChange={hideOtherMarkets}>
      {text('position.hide')}
    </Checkbox>
  );
}

type ListProps = {
  tab: PositionsTab;
  list: ReturnType<typeof useListed>['list'];
  symbol: string;
  target: DealSheetTarget;
};

function DealList({ tab, list: { query, shown }, target }: ListProps) {
  const labels = useListLabels();
  const { data, error, refetch } = query;
  if (data === undefined || shown === undefined)
    return error === null ? (
      <PositionGhosts count={2} />
    ) : (
      <ListFailed labels={labels} error={error} onRetry={refetch} />
    );
  const wanted = tab === 'positions' ? isPosition : isPending;
  const hasOthers = data.some(wanted) && !shown.some(wanted);
  return (
    <LastKnown query={query} labels={labels}>
      {data.some(wanted) && (
        <div className="order-tools">
          <HideMarkets />
          {tab === 'positions' && <CloseAllButton />}
        </div>
      )}
      {!shown.some(wanted) && (
        <NothingListed list={tab} showAll={hasOthers ? () => hideOtherMarkets(false) : undefined} />
      )}
      {tab === 'positions' ? (
        <PositionCards deals={shown.filter(isPosition)} show={target.show} />
      ) : (
        <PendingOrders deals={shown.filter(isPending)} show={target.show} />
      )}
    </LastKnown>
  );
}
