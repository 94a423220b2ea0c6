import { Tag } from '@app/ui';
import type { Order } from '../../../data/account/orders.ts';
import { useText } from '../../../data/app/texts.ts';
import { statusTone } from './order-texts.ts';

/** Shows the outcome of an order, in a row that shows the filled share itself. */
export function ClosedTag({ order }: { order: Order }) {
  const text = useText();
  return <Tag tone={statusTone(order)}>{text(`spot.status.${order.status}`)}</Tag>;
}
