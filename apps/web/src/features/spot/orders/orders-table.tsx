import { shownPlaces } from '@app/domain/wallet';
import { multiply, showAmount } from '@app/money';
import type { ReactNode } from 'react';
import type { Order } from '../../../data/account/orders.ts';
import { useText } from '../../../data/app/texts.ts';
import { useCancelling } from './cancel.ts';
import { CancelButton } from './order-cancel.tsx';
import { orderMoment } from './order-moment.ts';
import { limitText, shareText, toneOf } from './order-texts.ts';
import type { OpenListProps } from './orders-open-rows.tsx';
import { type Places, usePlaces } from './use-places.ts';

/** Shows open orders as a table where there is space for one line each; `all` is the action for all of them. */
export function OrdersTable({ orders, onOpen, onCancel, all }: OpenListProps & { all: ReactNode }) {
  const text = useText();
  const places = usePlaces();
  const isGoing = useCancelling();
  return (
    <div className="overflow-x-auto">
      <table className="table" aria-label={text('spot.orders.tab.open')}>
        <thead>
          <tr>
            <th scope="col">{text('spot.orders.placed')}</th>
            <th scope="col">{text('spot.orders.pair')}</th>
            <th scope="col">{text('spot.orders.side')}</th>
            <th scope="col" className="table__n">
              {text('spot.price')}
            </th>
            <th scope="col" className="table__n">
              {text('spot.amount')}
            </th>
            <th scope="col" className="table__n">
              {text('spot.filled')}
            </th>
            <th scope="col" className="table__n">
              {text('spot.total')}
            </th>
            <th scope="col" className="table__n">
              <span className="sr-only">{text('spot.orders.cancel')}</span>
              {all}
            </th>
          </tr>
        </thead>
        <tbody>
          {orders.map((order) => (
            <Line
              key={String(order.id)}
              {...{ order, places: places(order.symbol), isGoing: isGoing(order) }}
              onOpen={() => onOpen(order)}
              onCancel={() => onCancel(order)}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

type LineProps = { order: Order; places: Places; isGoing: boolean; onOpen: () => void; onCancel: () => void };

function Line({ order, places, isGoing, onOpen, onCancel }: LineProps) {
  const text = useText();
  return (
    <tr className={isGoing ? 'text-ink-3' : ''}>
      <td className="text-ink-2">{orderMoment(order.created, text)}</td>
      <td>
        <button type="button" className="table__go" aria-haspopup="dialog" onClick={onOpen}>
          {order.symbol}
        </button>
      </td>
      <td>
        <span className={`order__side tone-${toneOf(order)}`}>{text(`spot.${order.type}`)}</span>{' '}
        <span className="text-ink-3">{text(`spot.${order.kind}`)}</span>
      </td>
      <td className="table__n">{limitText(order, places, text)}</td>
      <td className="table__n">{order.amount === null ? '—' : showAmount(order.amount, places.lot_precision)}</td>
      <td className="table__n">{shareText(order)}</td>
      <td className="table__n">{totalText(order, places)}</td>
      <td className="table__n">
        <CancelButton isGoing={isGoing} onClick={onCancel} />
      </td>
    </tr>
  );
}

/** Formats the order's total at its own price. */
const totalText = ({ amount, price }: Order, { quote }: Places) =>
  amount === null || price === null ? '—' : showAmount(multiply(amount, price, 'down'), shownPlaces(quote));
