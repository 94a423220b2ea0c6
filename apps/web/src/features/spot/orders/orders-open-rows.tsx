import type { Order } from '../../../data/account/orders.ts';
import { useText } from '../../../data/app/texts.ts';
import { useCancelling } from './cancel.ts';
import { CancelButton } from './order-cancel.tsx';
import { OrderRow } from './order-row.tsx';
import { usePlaces } from './use-places.ts';

export type OpenListProps = {
  orders: readonly Order[];
  onOpen: (order: Order) => void;
  onCancel: (order: Order) => void;
};

/** Lists all open orders under a form; there are never many. */
export function OpenRows({ orders, onOpen, onCancel }: OpenListProps) {
  const text = useText();
  const places = usePlaces();
  const isGoing = useCancelling();
  return (
    <ul aria-label={text('spot.orders.tab.open')}>
      {orders.map((order) => (
        <li key={String(order.id)}>
          <OrderRow
            order={order}
            places={places(order.symbol)}
            isGoing={isGoing(order)}
            onOpen={() => onOpen(order)}
            trail={<CancelButton isGoing={isGoing(order)} onClick={() => onCancel(order)} />}
          />
        </li>
      ))}
    </ul>
  );
}
