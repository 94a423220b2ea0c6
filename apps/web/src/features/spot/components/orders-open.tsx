import type { Side } from '@app/domain/spot';
import { Button, Empty } from '@app/ui';
import type { ReactNode } from 'react';
import { type Order, useOpenOrders } from '../../../shared/orders.ts';
import { useText } from '../../../shared/texts.ts';
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
  /** Shows those that are left out, too. */
  showAll: { label: string; go: () => void };
  /** What decides about what is left out, where it belongs to the list. */
  filters?: ReactNode;
  /** Where there is room for a line each. */
  isTable?: boolean;
  /** What to do where there is none at all. */
  action?: ReactNode;
};

/** Orders that wait in a book: all, or of one pair or side. */
export function OpenOrders({ symbol, side, showAll, filters, isTable = false, action }: Props) {
  const query = useOpenOrders();
  const { data, error, refetch } = query;
  if (data === undefined)
    return error === null ? <OrderGhosts count={2} /> : <OrdersFailed error={error} onRetry={refetch} />;
  const orders = data.filter(
    (order) => (symbol ?? order.symbol) === order.symbol && (side ?? order.type) === order.type,
  );
  // All of a side cannot be cancelled at once, and more than what is shown must not be.
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

/** None at all, or none of what is looked for while there are others. */
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
