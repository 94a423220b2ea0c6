import { Button, Delayed, Skeleton } from '@app/ui';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { Order } from '../../../data/account/orders.ts';
import { useText } from '../../../data/app/texts.ts';
import { useSessionScope } from '../../../data/session/session.ts';
import { orderFillsQuery } from './history.ts';
import { FillRow } from './order-fill-row.tsx';
import { OrdersFailed } from './orders-failed.tsx';
import type { Places } from './use-places.ts';

/** Lists the fills of an order. */
export function OrderFills({ order, places }: { order: Order; places: Places }) {
  const text = useText();
  const query = useInfiniteQuery(orderFillsQuery(useSessionScope(), order.id));
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  if (data === undefined && error === null)
    return (
      <Delayed>
        <Skeleton className="mt-3 h-22 w-full rounded-card" />
      </Delayed>
    );
  if (data === undefined) return <OrdersFailed error={error} onRetry={refetch} />;
  return (
    <>
      <ul className="order-fills" aria-label={text('spot.orders.tab.trades')}>
        {data.pages
          .flatMap(({ list }) => list)
          .map((fill) => (
            <li key={String(fill.id)}>
              <FillRow fill={fill} places={places} />
            </li>
          ))}
      </ul>
      {hasNextPage && (
        <Button wide busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {text('spot.orders.more')}
        </Button>
      )}
    </>
  );
}
