import { isPending, isPosition } from '@app/client/contract';
import { dealsKey } from '@app/client/query';
import { NavBar, Page, Panel, PullToRefresh, Tabs } from '@app/ui';
import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, Suspense, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useOpenDeals } from '../../../data/account/deals.ts';
import { useText } from '../../../data/app/texts.ts';
import { useBack } from '../../../data/app/use-back.ts';
import { useSessionScope } from '../../../data/session/session.ts';
import { lazyPart } from '../../../lib/lazy-once.ts';
import { DealGhosts } from './deal-rows.tsx';
import { DEAL_TABS, readFilter, writeFilter } from './deals-filter.ts';
import { EndedDeals, LiveDeals } from './deals-lists.tsx';
import { type LinkedDeal, useLinkedDeal } from './use-linked-deal.ts';
import './deals.css';

const DealSheet = lazyPart(async () => (await import('./deal-sheet.tsx')).DealSheet);

/** /pages/transaction/contract_order?tab=history&deal=7; tab, filters and the open deal are in the URL. */
export default function DealsScreen() {
  const text = useText();
  const back = { label: text('system.back'), go: useBack('/pages/transaction/contract') };
  const queryClient = useQueryClient();
  const queryKey = dealsKey(useSessionScope());
  const region = useRef<HTMLElement>(null);
  const linked = useLinkedDeal();
  return (
    <Page bar={<NavBar title={text('contract.orders.title')} back={back} />}>
      <div
        ref={(element) => {
          region.current = element?.closest<HTMLElement>('.scroll') ?? null;
        }}
      >
        <PullToRefresh
          label={text('system.refresh')}
          busyLabel={text('system.loading')}
          refresh={() => queryClient.refetchQueries({ queryKey, type: 'active' })}
        >
          <Lists scrollRef={region} onOpen={linked.show} />
        </PullToRefresh>
      </div>
      <LaterDealSheet target={linked} />
    </Page>
  );
}

/** Fetches the sheet of a deal when one is first opened. */
function LaterDealSheet({ target }: { target: LinkedDeal }) {
  const [wasOpened, setOpened] = useState(target.id !== undefined);
  if (target.id !== undefined && !wasOpened) setOpened(true);
  if (!wasOpened) return null;
  return (
    <Suspense>
      <DealSheet target={target} />
    </Suspense>
  );
}

type Props = { scrollRef: RefObject<HTMLElement | null>; onOpen: LinkedDeal['show'] };

function Lists({ scrollRef, onOpen }: Props) {
  const text = useText();
  const [address, setAddress] = useSearchParams();
  const filter = readFilter(address);
  const { data: live } = useOpenDeals();
  const isDefault = address.get('deal') === null ? 'open' : 'history';
  const tab = DEAL_TABS.find((it) => it === address.get('tab')) ?? isDefault;
  const counts = { open: live?.filter(isPosition).length, orders: live?.filter(isPending).length, history: undefined };
  const go = (to: typeof tab, wanted: typeof filter) =>
    setAddress({ tab: to, ...writeFilter(wanted) }, { replace: true });
  return (
    <Tabs
      label={text('deals.tabs')}
      tabs={DEAL_TABS.map((value) => {
        const count = counts[value];
        return { value, label: text(`deals.tab.${value}`), ...(count !== undefined && { count }) };
      })}
      value={tab}
      onChange={(to) => go(to, filter)}
    >
      <Panel key={tab} loading={<DealGhosts count={5} />}>
        {tab === 'history' ? (
          <EndedDeals filter={filter} scrollRef={scrollRef} onFilter={(wanted) => go(tab, wanted)} onOpen={onOpen} />
        ) : (
          <LiveDeals tab={tab} />
        )}
      </Panel>
    </Tabs>
  );
}
