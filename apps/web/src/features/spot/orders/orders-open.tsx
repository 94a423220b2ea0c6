import type { Side } from '@app/domain/spot';
import { Button, Empty } from '@app/ui';
import type { ReactNode } from 'react';
import { type Order, useOpenOrders } from '../../../data/account/orders.ts';
import { useText } from '../../../data/app/texts.ts';
import { CancelDialog } from './order-cancel.tsx';
import { OrderSheet } from './order-sheet.tsx';
import { CancelAll } from './orders-cancel-all.tsx';
import { OrdersFailed } from './orders-failed.tsx';
import { OrderGhosts } from './orders-ghosts.tsx';
import { LastKnown } from './orders-last-known.tsx';
import { OpenRows } from './orders-open-rows.tsx';
import { OrdersTable } from './orders-table.tsx';
import { useOrderFromAddress } from './use-order-from-address.ts';

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
        <OpenList {...{ orders, isTable, all }} />
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
