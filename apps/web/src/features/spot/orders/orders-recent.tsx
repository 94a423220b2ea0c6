import { buttonClass, Empty } from '@app/ui';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { Order } from '../../../data/account/orders.ts';
import { useText } from '../../../data/app/texts.ts';
import { useSessionScope } from '../../../data/session/session.ts';
import { historyQuery } from './history.ts';
import { ClosedTag } from './order-closed-tag.tsx';
import { OrderRow } from './order-row.tsx';
import { OrderSheet } from './order-sheet.tsx';
import { OrdersFailed } from './orders-failed.tsx';
import { OrderGhosts } from './orders-ghosts.tsx';
import { useOrderFromAddress } from './use-order-from-address.ts';
import { usePlaces } from './use-places.ts';

/** Lists the last ten closed orders, of one pair or of all, with a link to the rest. */
export function RecentOrders({ symbol }: { symbol: string | undefined }) {
  const text = useText();
  const request = { status: 'closed', ...(symbol !== undefined && { symbol }) } as const;
  const { data, error, refetch } = useInfiniteQuery(historyQuery(useSessionScope(), request));
  if (data === undefined && error === null) return <OrderGhosts count={3} />;
  if (data === undefined) return <OrdersFailed error={error} onRetry={refetch} />;
  const orders = data.pages[0]?.list ?? [];
  if (orders.length === 0)
    return <Empty title={text('spot.orders.none.history')} text={text('spot.orders.none.history.text')} />;
  return <Recent orders={orders} symbol={symbol} />;
}

function Recent({ orders, symbol }: { orders: readonly Order[]; symbol: string | undefined }) {
  const text = useText();
  const places = usePlaces();
  const details = useOrderFromAddress('order');
  const address = new URLSearchParams({ tab: 'history', ...(symbol !== undefined && { symbol }) });
  return (
    <>
      <ul aria-label={text('spot.orders.tab.history')}>
        {orders.map((order) => (
          <li key={String(order.id)}>
            <OrderRow
              order={order}
              places={places(order.symbol)}
              onOpen={() => details.show(order)}
              trail={<ClosedTag order={order} />}
            />
          </li>
        ))}
      </ul>
      <div className="px-gutter py-3">
        <Link className={buttonClass({ wide: true })} to={`/pages/transaction/currency_order?${address}`}>
          {text('spot.orders.all')}
        </Link>
      </div>
      <OrderSheet target={details} />
    </>
  );
}
