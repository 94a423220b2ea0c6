import { Button, buttonClass, Empty, InfiniteList } from '@app/ui';
import { type InfiniteData, type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query';
import type { ComponentProps, ReactNode, RefObject } from 'react';
import { Link } from 'react-router';
import { type Text, useText } from '../../../data/app/texts.ts';
import { serverNow } from '../../../data/call/server-clock.ts';
import { useSessionScope } from '../../../data/session/session.ts';
import { historyQuery, tradesQuery } from './history.ts';
import { type HistoryFilter, isFiltered, requestOf } from './history-filter.ts';
import { FILL_ROW_HEIGHT, FillRow } from './order-fill-row.tsx';
import { ClosedTag } from './order-parts.tsx';
import { ORDER_ROW_HEIGHT, OrderRow } from './order-row.tsx';
import { OrderSheet } from './order-sheet.tsx';
import { OrdersFilters } from './orders-filters.tsx';
import { OpenOrders } from './orders-open.tsx';
import { LastKnown, OrderGhosts, OrdersFailed } from './orders-states.tsx';
import { useLinkedOrder } from './use-linked-order.ts';
import { useOrderFromAddress } from './use-order-from-address.ts';
import { usePlaces } from './use-places.ts';
import { ownZone } from './zoned-days.ts';

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

type Listed = { readonly id: bigint };
type Pages<Item> = UseInfiniteQueryResult<InfiniteData<{ list: readonly Item[] }>>;
type List<Item> = ComponentProps<typeof InfiniteList<Item>>;
type PagedListProps<Item> = {
  query: Pages<Item>;
  label: string;
  rowHeight: number;
  row: (item: Item) => ReactNode;
  scrollRef: RefObject<HTMLElement | null>;
  ghosts: (count: number) => ReactNode;
  empty: ReactNode;
};

const AT_FIRST = 5;

/** Renders a list that loads more on scroll, with its loading, empty and error states. */
function PagedList<Item extends Listed>({ query, ghosts, empty, ...list }: PagedListProps<Item>) {
  const text = useText();
  const { data, error, refetch } = query;
  if (data === undefined) return error === null ? ghosts(AT_FIRST) : <OrdersFailed error={error} onRetry={refetch} />;
  const items = onceEach(data.pages.flatMap((page) => page.list));
  if (items.length === 0) return empty;
  return (
    <LastKnown query={query}>
      <InfiniteList {...list} items={items} keyOf={({ id }) => String(id)} next={nextOf(query, ghosts(2), text)} />
    </LastKnown>
  );
}

function nextOf<Item>(query: Pages<Item>, rows: ReactNode, text: Text): List<Item>['next'] {
  const load = () => void query.fetchNextPage();
  if (query.isFetchingNextPage) return { state: 'loading', rows };
  if (query.isFetchNextPageError)
    return { state: 'failed', label: text('system.load.failed'), retry: { label: text('system.retry'), go: load } };
  return query.hasNextPage ? { state: 'more', load } : { state: 'end', label: text('system.more.end') };
}

/**
 * Removes duplicates: an order that closes while the user scrolls pushes others to the next page, where they appear
 * again.
 */
const onceEach = <Item extends Listed>(items: readonly Item[]): readonly Item[] => [
  ...new Map(items.map((item) => [item.id, item])).values(),
];
