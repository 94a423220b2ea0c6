import { Button, buttonClass, Empty, PagedList } from '@app/ui';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode, RefObject } from 'react';
import { Link } from 'react-router';
import { useListLabels } from '../../../data/app/list-labels.ts';
import { useText } from '../../../data/app/texts.ts';
import { serverNow } from '../../../data/call/server-clock.ts';
import { useSessionScope } from '../../../data/session/session.ts';
import { ownZone } from '../../../lib/zoned-days.ts';
import { historyQuery, tradesQuery } from './history.ts';
import { type HistoryFilter, isFiltered, requestOf } from './history-filter.ts';
import { FILL_ROW_HEIGHT, FillRow } from './order-fill-row.tsx';
import { ClosedTag } from './order-parts.tsx';
import { ORDER_ROW_HEIGHT, OrderRow } from './order-row.tsx';
import { OrderSheet } from './order-sheet.tsx';
import { OrdersFilters } from './orders-filters.tsx';
import { OpenOrders } from './orders-open.tsx';
import { OrderGhosts } from './orders-states.tsx';
import { useLinkedOrder } from './use-linked-order.ts';
import { useOrderFromAddress } from './use-order-from-address.ts';
import { usePlaces } from './use-places.ts';

export const ORDER_TABS = ['open', 'history', 'trades'] as const;
type Tab = (typeof ORDER_TABS)[number];
type Props = {
  tab: Tab;
  filter: HistoryFilter;
  scrollRef: RefObject<HTMLElement | null>;
  onFilter: (filter: HistoryFilter) => void;
};

/** Shows one of the three lists below its filters. */
export function OrdersOfTab({ tab, filter, scrollRef, onFilter }: Props) {
  const text = useText();
  const { symbol, side } = filter;
  const isPast = tab === 'history';
  const shown = isPast ? filter : { symbol, side }; // Only filters of this tab.
  const filters = <OrdersFilters filter={filter} isPast={isPast} onChange={onFilter} />;
  const reset = { label: text('spot.orders.reset'), go: () => onFilter({}) };
  const list = { filter: shown, scrollRef, empty: <None tab={tab} reset={isFiltered(shown) ? reset : undefined} /> };
  return (
    <>
      {tab === 'open' && (
        <OpenOrders symbol={symbol} side={side} filters={filters} showAll={reset} action={<TradeLink />} />
      )}
      {tab !== 'open' && <div className="order-tools">{filters}</div>}
      {tab === 'history' && <OrdersHistory {...list} />}
      {tab === 'trades' && <OrdersTrades {...list} />}
    </>
  );
}

/** Shows an empty list; one without orders differs from one without matches. */
function None({ tab, reset }: { tab: Tab; reset: { label: string; go: () => void } | undefined }) {
  const text = useText();
  if (reset === undefined)
    return (
      <Empty
        title={text(`spot.orders.none.${tab}`)}
        text={text(`spot.orders.none.${tab}.text`)}
        action={<TradeLink />}
      />
    );
  const again = (
    <Button size="small" onClick={reset.go}>
      {reset.label}
    </Button>
  );
  return <Empty title={text('spot.orders.none.match')} action={again} />;
}

function TradeLink() {
  const text = useText();
  return (
    <Link className={buttonClass({ size: 'small' })} to="/pages/transaction/currency">
      {text('spot.orders.trade')}
    </Link>
  );
}

type OrdersTradesProps = { filter: HistoryFilter; empty: ReactNode; scrollRef: RefObject<HTMLElement | null> };

/** Lists all fills of the user's orders. */
function OrdersTrades({ filter: { symbol, side }, empty, scrollRef }: OrdersTradesProps) {
  const text = useText();
  const places = usePlaces();
  const request = { ...(symbol !== undefined && { symbol }), ...(side !== undefined && { type: side }) };
  const query = useInfiniteQuery(tradesQuery(useSessionScope(), request));
  return (
    <PagedList
      query={query}
      labels={useListLabels()}
      empty={empty}
      scrollRef={scrollRef}
      label={text('spot.orders.tab.trades')}
      rowHeight={FILL_ROW_HEIGHT}
      ghosts={(count) => <OrderGhosts count={count} isShort />}
      row={(fill) => <FillRow fill={fill} places={places(fill.symbol)} isNamed />}
    />
  );
}

type OrdersHistoryProps = { filter: HistoryFilter; empty: ReactNode; scrollRef: RefObject<HTMLElement | null> };

/** Lists every closed order that matches the filter. */
function OrdersHistory({ filter, empty, scrollRef }: OrdersHistoryProps) {
  const text = useText();
  const places = usePlaces();
  const details = useOrderFromAddress('order');
  useLinkedOrder(details.show);
  const query = useInfiniteQuery(historyQuery(useSessionScope(), requestOf(filter, serverNow(), ownZone())));
  return (
    <>
      <PagedList
        query={query}
        labels={useListLabels()}
        empty={empty}
        scrollRef={scrollRef}
        label={text('spot.orders.tab.history')}
        rowHeight={ORDER_ROW_HEIGHT}
        ghosts={(count) => <OrderGhosts count={count} />}
        row={(order) => (
          <OrderRow
            order={order}
            places={places(order.symbol)}
            onOpen={() => details.show(order)}
            trail={<ClosedTag order={order} />}
          />
        )}
      />
      <OrderSheet target={details} />
    </>
  );
}
