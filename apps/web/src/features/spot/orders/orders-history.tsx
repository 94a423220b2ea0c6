import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode, RefObject } from 'react';
import { useText } from '../../../data/app/texts.ts';
import { serverNow } from '../../../data/call/server-clock.ts';
import { useSessionScope } from '../../../data/session/session.ts';
import { historyQuery } from './history.ts';
import { type HistoryFilter, requestOf } from './history-filter.ts';
import { ClosedTag } from './order-closed-tag.tsx';
import { ORDER_ROW_HEIGHT, OrderRow } from './order-row.tsx';
import { OrderSheet } from './order-sheet.tsx';
import { OrderGhosts } from './orders-ghosts.tsx';
import { PagedList } from './orders-paged.tsx';
import { useOrderFromAddress } from './use-order-from-address.ts';
import { usePlaces } from './use-places.ts';
import { ownZone } from './zoned-days.ts';

type Props = { filter: HistoryFilter; empty: ReactNode; scrollRef: RefObject<HTMLElement | null> };

/** Lists every closed order that matches the filter. */
export function OrdersHistory({ filter, empty, scrollRef }: Props) {
  const text = useText();
  const places = usePlaces();
  const details = useOrderFromAddress('order');
  const query = useInfiniteQuery(historyQuery(useSessionScope(), requestOf(filter, serverNow(), ownZone())));
  return (
    <>
      <PagedList
        {...{ query, empty, scrollRef }}
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
