import { Empty, ErrorPanel } from '@app/ui';
import { Link, useLocation } from 'react-router';
import { type Order, useOpenOrders } from '../../../data/account/orders.ts';
import { loginWithReturn } from '../../../data/app/return-address.ts';
import { useText } from '../../../data/app/texts.ts';
import { isVisitor, useSessionScope } from '../../../data/session/session.ts';
import { useCancelling } from './cancel.ts';
import { CompactOrder, CompactOrdersLoading } from './compact-order.tsx';
import { CancelDialog } from './order-cancel.tsx';
import { useOrderFromAddress } from './use-order-from-address.ts';
import { usePlaces } from './use-places.ts';

/** Shows the user's open orders in a market on the chart page. */
export default function OrdersPanel({ symbol }: { symbol: string }) {
  return isVisitor(useSessionScope()) ? <Visitor /> : <OwnOrders symbol={symbol} />;
}

function Visitor() {
  const text = useText();
  const { pathname, search } = useLocation();
  return (
    <p className="px-gutter pt-4 text-label text-ink-2">
      <Link className="hit text-brand" to={loginWithReturn(`${pathname}${search}`)}>
        {text('spot.orders.visitor')}
      </Link>
    </p>
  );
}

function OwnOrders({ symbol }: { symbol: string }) {
  const text = useText();
  const { data, isPending, refetch } = useOpenOrders();
  const retry = { label: text('system.retry'), go: () => void refetch() };
  if (isPending) return <CompactOrdersLoading />;
  if (data === undefined) return <ErrorPanel title={text('system.load.failed')} retry={retry} />;
  const orders = data.filter((order) => order.symbol === symbol);
  if (orders.length === 0)
    return <Empty title={text('spot.book.orders.none', { symbol })} action={<AllOrders symbol={symbol} />} />;
  return <OrderList {...{ symbol, orders }} />;
}

function OrderList({ symbol, orders }: { symbol: string; orders: readonly Order[] }) {
  const places = usePlaces()(symbol);
  const isGoing = useCancelling();
  const target = useOrderFromAddress('chart-cancel');
  return (
    <>
      <ul>
        {orders.map((order) => (
          <CompactOrder
            key={String(order.id)}
            {...{ order, places }}
            isGoing={isGoing(order)}
            onCancel={() => target.show(order)}
          />
        ))}
      </ul>
      <p className="px-gutter py-3 text-center">
        <AllOrders symbol={symbol} />
      </p>
      <CancelDialog target={target} />
    </>
  );
}

function AllOrders({ symbol }: { symbol: string }) {
  const text = useText();
  const query = new URLSearchParams({ tab: 'open', symbol });
  return (
    <Link className="hit text-label font-medium text-brand" to={`/pages/transaction/currency_order?${query}`}>
      {text('spot.orders.all')}
    </Link>
  );
}
