import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode, RefObject } from 'react';
import { useText } from '../../../data/app/texts.ts';
import { useSessionScope } from '../../../data/session/session.ts';
import { tradesQuery } from './history.ts';
import type { HistoryFilter } from './history-filter.ts';
import { FILL_ROW_HEIGHT, FillRow } from './order-fill-row.tsx';
import { OrderGhosts } from './orders-ghosts.tsx';
import { PagedList } from './orders-paged.tsx';
import { usePlaces } from './use-places.ts';

type Props = { filter: HistoryFilter; empty: ReactNode; scrollRef: RefObject<HTMLElement | null> };

/** Lists all fills of the user's orders. */
export function OrdersTrades({ filter: { symbol, side }, empty, scrollRef }: Props) {
  const text = useText();
  const places = usePlaces();
  const request = { ...(symbol !== undefined && { symbol }), ...(side !== undefined && { type: side }) };
  const query = useInfiniteQuery(tradesQuery(useSessionScope(), request));
  return (
    <PagedList
      {...{ query, empty, scrollRef }}
      label={text('spot.orders.tab.trades')}
      rowHeight={FILL_ROW_HEIGHT}
      ghosts={(count) => <OrderGhosts count={count} isShort />}
      row={(fill) => <FillRow fill={fill} places={places(fill.symbol)} isNamed />}
    />
  );
}
