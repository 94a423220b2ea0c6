import { Button, Dialog } from '@app/ui';
import { useMemo } from 'react';
import type { Order } from '../../../data/account/orders.ts';
import { useText } from '../../../data/app/texts.ts';
import { useCancelOrder } from './cancel.ts';
import { cancelNotices } from './cancel-notices.ts';
import { pricedText, sizeText } from './order-texts.ts';
import type { useOrderFromAddress } from './use-order-from-address.ts';
import { usePlaces } from './use-places.ts';

/** Cancels a row's order; while the cancel is in flight it shows that and is disabled. */
export function CancelButton({ isGoing, onClick }: { isGoing: boolean; onClick: () => void }) {
  const text = useText();
  return (
    <Button size="small" disabled={isGoing} onClick={onClick}>
      {text(isGoing ? 'spot.orders.cancelling' : 'spot.orders.cancel')}
    </Button>
  );
}

/** Asks for confirmation before an order is cancelled; the row shows the progress. */
export function CancelDialog({ target }: { target: ReturnType<typeof useOrderFromAddress> }) {
  const { order, isOpen, close } = target;
  // Keyed by id: each order has its own mutation, so that one in flight never blocks another.
  return order === undefined ? null : (
    <CancelTarget key={String(order.id)} order={order} isOpen={isOpen} close={close} />
  );
}

function CancelTarget({ order, isOpen, close }: { order: Order; isOpen: boolean; close: () => void }) {
  const text = useText();
  const places = usePlaces()(order.symbol);
  const notices = useMemo(() => cancelNotices(text, places), [text, places]);
  const { mutate } = useCancelOrder(notices);
  const go = () => {
    mutate(order);
    close();
  };
  return (
    <Dialog
      open={isOpen}
      title={text('spot.orders.cancel.ask')}
      safe={{ label: text('spot.orders.cancel.keep'), go: close }}
      act={{ label: text('spot.orders.cancel.go'), tone: 'danger', go }}
    >
      <p>
        {text('spot.orders.cancel.what', {
          side: text(`spot.${order.type}`),
          amount: sizeText(order, places),
          price: pricedText(order, places, text),
        })}
      </p>
      <p className="mt-2">{text(order.filled > 0n ? 'spot.orders.cancel.fees' : 'spot.orders.cancel.untouched')}</p>
    </Dialog>
  );
}
