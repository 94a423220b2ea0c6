import { isVisitor } from '@app/client/session';
import { Empty, ErrorPanel, Skeleton } from '@app/ui';
import { Link, useLocation } from 'react-router';
import { type Order, useOpenOrders } from '../../../data/account/orders.ts';
import { loginWithReturn } from '../../../data/app/return-address.ts';
import { useText } from '../../../data/app/texts.ts';
import { useSessionScope } from '../../../data/session/session.ts';
import { useCancelling } from './cancel.ts';
import { CancelButton, CancelDialog } from './order-cancel.tsx';
import { limitText, shareText, sizeText, toneOf } from './order-texts.ts';
import { useOrderFromAddress } from './use-order-from-address.ts';
import { type Places, usePlaces } from './use-places.ts';

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
  return <OrderList symbol={symbol} orders={orders} />;
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
            order={order}
            places={places}
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

type Props = { order: Order; places: Places; isGoing: boolean; onCancel: () => void };

/** Shows an order on two lines, without its market. */
function CompactOrder({ order, places, isGoing, onCancel }: Props) {
  const text = useText();
  return (
    <li className={`row ${isGoing ? 'stale' : ''}`}>
      <div className="row__main">
        <p className="text-label font-medium">
          <b className={`tone-${toneOf(order)} font-semibold text-(--tone)`}>{text(`spot.${order.type}`)}</b>{' '}
          {limitText(order, places, text)}
        </p>
        <p className="text-micro text-ink-3">
          {sizeText(order, places)} · {text('spot.filled')} {shareText(order)}
        </p>
      </div>
      <CancelButton isGoing={isGoing} onClick={onCancel} />
    </li>
  );
}

const ROWS = [0, 1];

/** Placeholder rows at the real height. */
const CompactOrdersLoading = () =>
  ROWS.map((row) => (
    <div key={row} className="row" aria-hidden="true">
      <div className="row__main">
        <Skeleton className="h-4 w-28" />
        <Skeleton className="mt-1.5 h-3 w-36" />
      </div>
      <Skeleton className="h-9 w-16" />
    </div>
  ));
