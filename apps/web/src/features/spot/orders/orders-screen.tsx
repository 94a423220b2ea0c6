import { ordersKey } from '@app/client/query';
import { NavBar, Page, Panel, PullToRefresh, Tabs } from '@app/ui';
import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { useOpenOrders } from '../../../data/account/orders.ts';
import { useText } from '../../../data/app/texts.ts';
import { useBack } from '../../../data/app/use-back.ts';
import { useSessionScope } from '../../../data/session/session.ts';
import { readFilter, writeFilter } from './history-filter.ts';
import { ORDER_TABS, OrdersOfTab } from './orders-of-tab.tsx';
import { OrderGhosts } from './orders-states.tsx';

/** /pages/transaction/currency_order; tab and filters are in the URL, so that back navigation restores them. */
export default function OrdersScreen() {
  const text = useText();
  const back = { label: text('system.back'), go: useBack() };
  const queryClient = useQueryClient();
  const queryKey = ordersKey(useSessionScope());
  const region = useRef<HTMLElement>(null);
  return (
    <Page bar={<NavBar title={text('spot.orders.title')} back={back} />}>
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
          <Lists scrollRef={region} />
        </PullToRefresh>
      </div>
    </Page>
  );
}

function Lists({ scrollRef }: { scrollRef: RefObject<HTMLElement | null> }) {
  const text = useText();
  const [address, setAddress] = useSearchParams();
  const tab = ORDER_TABS.find((it) => it === address.get('tab')) ?? 'open';
  const filter = readFilter(address);
  const { data: open } = useOpenOrders();
  const go = (to: typeof tab, request: typeof filter) =>
    setAddress({ tab: to, ...writeFilter(request) }, { replace: true });
  return (
    <Tabs
      label={text('spot.orders.list')}
      tabs={ORDER_TABS.map((value) => ({
        value,
        label: text(`spot.orders.tab.${value}`),
        ...(value === 'open' && open !== undefined && { count: open.length }),
      }))}
      value={tab}
      onChange={(to) => go(to, filter)}
    >
      <Panel key={tab} loading={<OrderGhosts count={5} />}>
        <OrdersOfTab tab={tab} filter={filter} scrollRef={scrollRef} onFilter={(request) => go(tab, request)} />
      </Panel>
    </Tabs>
  );
}
