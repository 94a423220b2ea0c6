import { CallRefused } from '@app/client/call';
import type { Side } from '@app/domain/spot';
import { shownPlaces } from '@app/domain/wallet';
import { type Amount, add, multiply, showAmount, ZERO } from '@app/money';
import { Button, Dialog, Empty, notify, showToast } from '@app/ui';
import { type ReactNode, useMemo } from 'react';
import { type Order, useOpenOrders } from '../../../data/account/orders.ts';
import { type Text, useText } from '../../../data/app/texts.ts';
import { describeFailure } from '../../../data/call/describe-failure.ts';
import { useSheet } from '../../../lib/use-sheet.ts';
import { useCancelAll, useCancelling } from './cancel.ts';
import { CancelButton, CancelDialog } from './order-cancel.tsx';
import { OrderSheet } from './order-sheet.tsx';
import { coinsOf, limitText, orderMoment, restWorth, shareText, toneOf } from './order-texts.ts';
import { type OpenListProps, OpenRows } from './orders-open-rows.tsx';
import { LastKnown, OrderGhosts, OrdersFailed } from './orders-states.tsx';
import { useOrderFromAddress } from './use-order-from-address.ts';
import { type Places, usePlaces } from './use-places.ts';

type Props = {
  symbol?: string | undefined;
  side?: Side | undefined;
  /** Clears the filters. */
  showAll: { label: string; go: () => void };
  /** Filters shown with the list, if it has its own. */
  filters?: ReactNode;
  /** Wide enough for one line per order. */
  isTable?: boolean;
  /** Action shown when there are no orders at all. */
  action?: ReactNode;
};

/** Shows open orders: all, or of one pair or side. */
export function OpenOrders({ symbol, side, showAll, filters, isTable = false, action }: Props) {
  const query = useOpenOrders();
  const { data, error, refetch } = query;
  if (data === undefined)
    return error === null ? <OrderGhosts count={2} /> : <OrdersFailed error={error} onRetry={refetch} />;
  const orders = data.filter(
    (order) => (symbol ?? order.symbol) === order.symbol && (side ?? order.type) === order.type,
  );
  // Cancelling all of one side is not supported, and orders not shown must not be cancelled.
  const canCancelAll = orders.length > 0 && side === undefined;
  const all = canCancelAll ? <CancelAll orders={orders} symbol={symbol} /> : undefined;
  return (
    <>
      {data.length > 0 && (filters !== undefined || (all !== undefined && !isTable)) && (
        <div className="order-tools">
          {filters ?? <span />}
          {!isTable && all}
        </div>
      )}
      <LastKnown query={query}>
        {orders.length === 0 && <NoneOpen showAll={data.length > 0 ? showAll : undefined} action={action} />}
        <OpenList orders={orders} isTable={isTable} all={all} />
      </LastKnown>
    </>
  );
}

type ListProps = { orders: readonly Order[]; isTable: boolean; all: ReactNode };

function OpenList({ orders, isTable, all }: ListProps) {
  const details = useOrderFromAddress('order');
  const cancelling = useOrderFromAddress('cancel-order');
  const lists = { orders, onOpen: details.show, onCancel: cancelling.show };
  return (
    <>
      {orders.length > 0 && (isTable ? <OrdersTable {...lists} all={all} /> : <OpenRows {...lists} />)}
      <CancelDialog target={cancelling} />
      <OrderSheet target={details} />
    </>
  );
}

/** Shows that there are no open orders, or none that match the filter. */
function NoneOpen({ showAll, action }: { showAll: Props['showAll'] | undefined; action: ReactNode }) {
  const text = useText();
  if (showAll === undefined)
    return <Empty title={text('spot.orders.none.open')} text={text('spot.orders.none.open.text')} action={action} />;
  const reset = (
    <Button size="small" onClick={showAll.go}>
      {showAll.label}
    </Button>
  );
  return <Empty title={text('spot.orders.none.match')} action={reset} />;
}

type CancelAllProps = { orders: readonly Order[]; symbol: string | undefined };

/**
 * Cancels the listed orders: of one pair if the list shows one, otherwise all. The confirmation states the count and
 * the worth.
 */
function CancelAll({ orders, symbol }: CancelAllProps) {
  const text = useText();
  const sheet = useSheet('cancel-all');
  const notices = useMemo(() => noticesOf(text), [text]);
  const { mutate, isPending } = useCancelAll(notices);
  const go = () => {
    mutate(symbol);
    sheet.close();
  };
  const count = orders.length;
  return (
    <>
      <Button size="small" tone="ghost" disabled={count === 0 || isPending} onClick={sheet.open}>
        {text(isPending ? 'spot.orders.cancelling' : 'spot.orders.all.cancel')}
      </Button>
      <Dialog
        open={sheet.isOpen}
        title={
          symbol === undefined
            ? text('spot.orders.all.ask', { count })
            : text('spot.orders.all.pair', { count, symbol })
        }
        safe={{ label: text('spot.orders.all.keep'), go: sheet.close }}
        act={{ label: text('spot.orders.all.cancel'), tone: 'danger', go }}
      >
        {text('spot.orders.all.text', { worth: worthText(orders) })}
      </Dialog>
    </>
  );
}

/** Formats the total worth at the orders' own prices, per quote currency. */
function worthText(orders: readonly Order[]): string {
  const sums = new Map<string, Amount>();
  for (const order of orders) {
    const { quote } = coinsOf(order.symbol);
    sums.set(quote, add(sums.get(quote) ?? ZERO, restWorth(order)));
  }
  return [...sums].map(([quote, worth]) => `${showAmount(worth, shownPlaces(quote))} ${quote}`).join(' + ');
}

const NOTICE = 'cancel-all';

function noticesOf(text: Text) {
  let isDoubted = false;
  return {
    onChecking: () => {
      if (!isDoubted) notify({ id: NOTICE, kind: 'plain', text: text('spot.orders.all.checking') });
      isDoubted = true;
    },
    onDone: (count: number) => {
      const message = text('spot.orders.all.done', { count });
      if (isDoubted) notify({ id: NOTICE, kind: 'ok', text: message });
      else showToast(message, 'ok');
    },
    onFailed: (error: Error) => {
      const isKnown = error instanceof CallRefused;
      const message = isKnown ? describeFailure(error, text) : text('spot.orders.all.lost');
      notify({ id: NOTICE, kind: 'error', text: message });
    },
  };
}

/** Shows open orders as a table where there is space for one line each; `all` is the action for all of them. */
function OrdersTable({ orders, onOpen, onCancel, all }: OpenListProps & { all: ReactNode }) {
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
              order={order}
              places={places(order.symbol)}
              isGoing={isGoing(order)}
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
