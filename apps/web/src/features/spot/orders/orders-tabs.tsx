import { Checkbox, Panel, Tabs } from '@app/ui';
import { useState } from 'react';
import { useOpenOrders } from '../../../data/account/orders.ts';
import { useText } from '../../../data/app/texts.ts';
import type { MarketInfo } from '../../../data/market/markets.ts';
import { isVisitor, useSessionScope } from '../../../data/session/session.ts';
import { Holdings } from './holdings.tsx';
import { OrderGhosts } from './orders-ghosts.tsx';
import { OpenOrders } from './orders-open.tsx';
import { RecentOrders } from './orders-recent.tsx';
import { OrdersVisitor } from './orders-visitor.tsx';
import { useFits } from './use-fits.ts';
import { hideOtherPairs, useHiddenPairs } from './use-hidden-pairs.ts';

/** Minimum width of the open orders table, in the language with the longest texts. */
const TABLE_PX = 704;

const TABS = ['open', 'holdings', 'history'] as const;

/** Shows the user's open orders, coins and order history. */
export function OrdersTabs({ market }: { market: MarketInfo }) {
  const text = useText();
  const [tab, setTab] = useState<(typeof TABS)[number]>('open');
  const { isHidden } = useHiddenPairs();
  const symbol = isHidden ? market.symbol : undefined;
  const isNobodys = isVisitor(useSessionScope());
  const { data: open } = useOpenOrders();
  const count = open?.filter((order) => symbol === undefined || order.symbol === symbol).length;
  const { container, fits } = useFits(TABLE_PX);
  return (
    <div ref={container}>
      <Tabs
        label={text('spot.orders.tabs')}
        tabs={TABS.map((value) => ({
          value,
          label: text(`spot.orders.tab.${value}`),
          ...(value === 'open' && count !== undefined && { count }),
        }))}
        value={tab}
        onChange={setTab}
        end={fits && !isNobodys && tab !== 'holdings' ? <HidePairs /> : undefined}
      >
        {isNobodys ? (
          <OrdersVisitor />
        ) : (
          <Panel key={tab} loading={<OrderGhosts count={2} />}>
            {tab === 'open' && (
              <OpenOrders
                symbol={symbol}
                showAll={{ label: text('spot.orders.none.show'), go: () => hideOtherPairs(false) }}
                filters={fits ? undefined : <HidePairs />}
                isTable={fits}
              />
            )}
            {tab === 'holdings' && <Holdings />}
            {tab === 'history' && !fits && (
              <div className="order-tools">
                <HidePairs />
              </div>
            )}
            {tab === 'history' && <RecentOrders symbol={symbol} />}
          </Panel>
        )}
      </Tabs>
    </div>
  );
}

function HidePairs() {
  const text = useText();
  const { isHidden } = useHiddenPairs();
  return (
    <Checkbox checked={isHidden} onChange={hideOtherPairs}>
      {text('spot.orders.hide')}
    </Checkbox>
  );
}
