import { Sheet, Tag } from '@app/ui';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Order } from '../../../data/account/orders.ts';
import { useText } from '../../../data/app/texts.ts';
import { useSessionScope } from '../../../data/session/session.ts';
import { markOutcomeShown } from '../live/outcome-shown.ts';
import { useCancelling } from './cancel.ts';
import { orderQuery } from './history.ts';
import { CancelButton, CancelDialog } from './order-cancel.tsx';
import { OrderFacts } from './order-facts.tsx';
import { OrderFills } from './order-fills.tsx';
import { statusText, statusTone, toneOf } from './order-texts.ts';
import { useOrderFromAddress } from './use-order-from-address.ts';
import { usePlaces } from './use-places.ts';

/** Shows one order in full: its current facts, every fill, and the button to cancel the rest. */
export function OrderSheet({ target: { order, isOpen, close } }: { target: ReturnType<typeof useOrderFromAddress> }) {
  const text = useText();
  const cancelling = useOrderFromAddress('details-cancel');
  return (
    <>
      <Sheet open={isOpen} onClose={close} title={text('spot.orders.details')} closeLabel={text('system.close')}>
        {order !== undefined && <Details target={order} onCancel={cancelling.show} />}
      </Sheet>
      {/* A history step after the sheet: either answer returns to it. */}
      <CancelDialog target={cancelling} />
    </>
  );
}

function Details({ target, onCancel }: { target: Order; onCancel: (order: Order) => void }) {
  const text = useText();
  const isGoing = useCancelling();
  const { data } = useQuery({ ...orderQuery(useSessionScope(), target), placeholderData: target });
  const order = data ?? target;
  const places = usePlaces()(order.symbol);
  useEffect(() => markOutcomeShown(order), [order]);
  return (
    <div className="pb-2">
      <div className="flex flex-wrap items-center justify-between gap-2 pb-2">
        <p className="text-title">
          <span className={`order__side tone-${toneOf(order)}`}>{text(`spot.${order.type}`)}</span> {order.symbol}
        </p>
        <Tag tone={statusTone(order)}>{statusText(order, text)}</Tag>
      </div>
      <OrderFacts order={order} places={places} />
      {order.status === 'open' && (
        <div className="grid pt-4">
          <CancelButton isGoing={isGoing(order)} onClick={() => onCancel(order)} />
        </div>
      )}
      {order.filled > 0n && (
        <>
          <h3 className="pt-5 text-title">{text('spot.orders.tab.trades')}</h3>
          <OrderFills order={order} places={places} />
        </>
      )}
    </div>
  );
}
